"""Puts every folder of tests on the path: test files import from each other by name, whatever their folder."""

import sys
from pathlib import Path

sys.path += [str(each) for each in sorted(Path(__file__).parent.iterdir()) if any(each.glob("test_*.py"))]
