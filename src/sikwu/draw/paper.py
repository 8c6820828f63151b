"""Building blocks of the small HTML pages: one style, escaped text, amounts, badges. A page needs no other file."""

from __future__ import annotations

from html import escape
from unicodedata import category

from sikwu.draw.appearance import Appearance
from sikwu.draw.pictures import html_language
from sikwu.draw.sheet import Sheet
from sikwu.money.amount import Money, money_text
from sikwu.texts import Message, Text

STYLE = """
.sikwu{--paper:#f2ecdf;--card:#fffdf8;--ink:#1b231f;--muted:#59635c;--jade:#11694f;--red:#a9231b;--gold:#8a5b0b;--gold-bg:#f6e9c8;--line:#dfd5c0;--chip:#efe7d5;
all:initial;display:block;max-width:46em;box-sizing:border-box;padding:14px;border-radius:14px;background:var(--paper);color:var(--ink);font:15px/1.4 system-ui,"PingFang HK","Noto Sans HK","Microsoft JhengHei",sans-serif;overflow-x:auto}
[data-jp-theme-light=false] .sikwu,.vscode-dark .sikwu,.dark .sikwu{--paper:#0d1411;--card:#16201b;--ink:#efeadc;--muted:#a3afa7;--jade:#5fcba8;--red:#ff9c8a;--gold:#ebc46a;--gold-bg:#332a14;--line:#2c3a33;--chip:#223029}
.sikwu svg{vertical-align:middle;max-width:100%;height:auto}
.sikwu .head{display:flex;flex-wrap:wrap;align-items:center;gap:4px 14px;margin:0 0 10px}
.sikwu .figure{color:var(--red);fill:currentColor;display:flex;align-items:flex-end;gap:6px}
.sikwu .title{font-size:20px;font-weight:700}
.sikwu .muted{color:var(--muted);font-size:12.5px}
.sikwu h3{margin:12px 0 4px;font-size:14px;font-weight:700;color:var(--muted)}
.sikwu .card{background:var(--card);border:1px solid var(--line);border-radius:14px;margin:8px 0;padding:0 12px}
.sikwu .line{display:flex;flex-wrap:wrap;align-items:center;gap:2px 12px;padding:9px 0}
.sikwu .line+.line{border-top:1px solid var(--line)}
.sikwu .line>.grow{flex:1 1 14em;min-width:0}
.sikwu .line>.tiles{margin-left:auto;text-align:right}
.sikwu .fan{min-width:1.6em;text-align:right;font-size:20px;font-weight:700;color:var(--red)}
.sikwu .off,.sikwu .off .fan{color:var(--muted)}
.sikwu b{font-weight:700}
.sikwu .name{font-size:16px;font-weight:700}
.sikwu .badge{display:inline-block;padding:1px 8px;border-radius:6px;background:var(--chip);font-size:12.5px;font-weight:700;white-space:nowrap}
.sikwu .good{color:var(--jade)}.sikwu .bad{color:var(--red)}.sikwu .gold{background:var(--gold-bg);color:var(--gold)}
.sikwu table{border-collapse:collapse;width:100%;margin:0;table-layout:auto;font:inherit;color:inherit}
.sikwu tr,.sikwu tr:hover{background:none}
.sikwu td,.sikwu th{padding:7px 6px;border:0;text-align:left;font-weight:400;vertical-align:top;background:none;color:inherit}
.sikwu tr+tr>*{border-top:1px solid var(--line)}
.sikwu .key{width:1%;white-space:nowrap}
.sikwu .sum{font-variant-numeric:tabular-nums;font-weight:700;text-align:right;white-space:nowrap}
.sikwu .beside td:first-child{min-width:7em}.sikwu .beside th{white-space:normal;hyphens:auto}.sikwu .middle td{vertical-align:middle}
.sikwu td.muted{color:var(--muted)}.sikwu td.good{color:var(--jade)}.sikwu td.bad{color:var(--red)}
.sikwu .felt{display:grid;grid-template-columns:1fr 1fr 1fr;gap:8px;align-items:center;padding:14px;border-radius:14px;background:#12483c;color:#f4efdf;text-align:center}
.sikwu .felt .seat{padding:8px;border-radius:10px;background:#1e5a4c;border:1px solid #3a7868;overflow-wrap:anywhere}
.sikwu .felt .muted{color:#bfdacf}
.sikwu .felt .total{font-size:20px;font-weight:700;font-variant-numeric:tabular-nums}
.sikwu .felt .good{color:#7de3b4}.sikwu .felt .bad{color:#ffc3b4}
.sikwu .felt .wind{display:inline-block;min-width:1.5em;border-radius:6px;background:#0d3a30;padding:0 4px}
.sikwu .felt .deals{background:#f2c14e;color:#1b231f}
"""
# The class is repeated three times, so that it has priority over the notebook's own styles for tables.
_STYLE = "".join(STYLE.splitlines()).replace(".sikwu ", ".sikwu.sikwu.sikwu ")


class HtmlPage:
    """A page being built: its language, and the faces that its pictures share."""

    def __init__(self, look: Appearance, text: str) -> None:
        self.look, self.lang = look, look.language
        self.sheet = Sheet(text=text)

    def words(self, said: Message | Text | str) -> str:
        """Escaped words for any place in the page."""
        return safe(said if isinstance(said, str) else said(self.lang))

    def done(self, *parts: str) -> str:
        """The page: style, faces, parts."""
        body = "".join(parts)  # first, because it determines the faces that are needed
        return f'<div class="sikwu" lang="{html_language(self.lang)}"><style>{_STYLE}</style>{self.sheet.hidden()}{body}</div>'


def safe(text: str) -> str:
    """A text escaped for a page or an attribute; invisible characters and those that change the direction of writing
    are shown.

    >>> safe('<b onclick="x">A&B'), safe("A\\x00\\u202eB")
    ('&lt;b onclick=&quot;x&quot;&gt;A&amp;B', 'A��B')
    """
    return escape("".join("\ufffd" if category(char) in ("Cc", "Cf", "Cs", "Co") else char for char in text))


def named(player: str) -> str:
    """A name chosen by a person, isolated so that its direction of writing does not affect the page.

    >>> named("阿明")
    '<bdi>阿明</bdi>'
    """
    return f"<bdi>{safe(player)}</bdi>"


def amount(value: Money, tag: str = "td", more: str = "sum") -> str:
    """An amount with its sign, so that the colour is not needed to understand it.

    >>> amount(-7)
    '<td class="sum bad">−7</td>'
    """
    kind = " good" if value > 0 else " bad" if value < 0 else ""
    return f'<{tag} class="{more}{kind}">{signed(value)}</{tag}>'


def signed(value: Money) -> str:
    """An amount with a typographic sign.

    >>> signed(5), signed(-3), signed(0)
    ('+5', '−3', '0')
    """
    return ("+" if value > 0 else "") + money_text(value).replace("-", "−")


def card(*lines: str) -> str:
    """Lines on a card."""
    return f'<div class="card">{"".join(lines)}</div>'
