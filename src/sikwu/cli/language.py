"""Which language to speak."""

from __future__ import annotations

import os
from collections.abc import Mapping


def default_language(environment: Mapping[str, str] = os.environ) -> str:
    """'zh' where LC_ALL or LANG says Chinese, else 'en'.

    >>> default_language({"LANG": "zh_HK.UTF-8"}), default_language({"LC_ALL": "C", "LANG": "zh_HK"})
    ('zh', 'en')
    """
    named = environment.get("LC_ALL") or environment.get("LANG") or ""
    return "zh" if named.lower().startswith("zh") else "en"
