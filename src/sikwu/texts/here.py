"""Chooses the default language from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping


def default_language(environment: Mapping[str, str] = os.environ) -> str:
    """By LC_ALL or LANG: 'yue' in Hong Kong and Macau, 'zh' for Chinese elsewhere, otherwise 'en'.

    >>> default_language({"LANG": "zh_HK.UTF-8"}), default_language({"LC_ALL": "zh_TW.UTF-8"})
    ('yue', 'zh')
    >>> default_language({"LANG": "yue_HK"}), default_language({"LC_ALL": "C", "LANG": "zh_HK"})
    ('yue', 'en')
    """
    named = (environment.get("LC_ALL") or environment.get("LANG") or "").lower().replace("-", "_")
    if named.startswith(("zh_hk", "zh_mo", "yue")):
        return "yue"
    return "zh" if named.startswith("zh") else "en"
