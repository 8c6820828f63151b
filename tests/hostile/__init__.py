"""The attacks the system must withstand: `make hostile` runs them whole, `make test` in a small size."""

import floors  # noqa: F401 - attacks borrow from tests
