"""Credit for luck: subtracts the worth of the draws from the points of a block, with coefficients fitted on other blocks.

No player decides which tile comes next, so the luck of a block has mean zero (`play_many(columns=("luck",))`). A multiple of it can be
subtracted without changing the expected result, if the multiple does not depend on the block. Therefore coefficients are fitted on the blocks
of the other folds (cross-fitting).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FOLDS = 10
LEAST = 100
"""With fewer blocks than this no luck is credited: they determine the coefficients too poorly."""


def credited(points: npt.NDArray[np.float64], luck: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The points of each block (n) without the part explained by its luck (n, k); with fewer than `LEAST` blocks, the points themselves.

    >>> import numpy as np
    >>> luck = np.random.default_rng(1).normal(size=(400, 1))
    >>> rest = credited(3.0 * luck[:, 0] + 0.5, luck)
    >>> bool(rest.std() < 0.05), round(float(rest.mean()), 1)
    (True, 0.5)
    """
    import numpy as np

    if len(points) < LEAST:
        return points
    out, fold = points.copy(), np.arange(len(points)) % FOLDS
    for each in range(FOLDS):
        here = fold == each
        out[here] -= luck[here] @ _coefficients(points[~here], luck[~here])
    return out


def _coefficients(points: npt.NDArray[np.float64], luck: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The coefficients by least squares; 0 for a kind of luck that never varies."""
    import numpy as np

    size = luck.std(0)
    scaled = (luck - luck.mean(0)) / np.where(size > 0, size, 1.0)
    found = np.linalg.lstsq(scaled, points - points.mean(), rcond=1e-9)[0]
    told: npt.NDArray[np.float64] = np.where(size > 0, found / np.where(size > 0, size, 1.0), 0.0)
    return told
