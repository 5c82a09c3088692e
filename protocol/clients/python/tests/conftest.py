"""The package is tested as it is installed; where the program is, DROPLINE says."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
sys.path[:0] = [str(Path(__file__).parent), str(ROOT / ".ci")]
sys.dont_write_bytecode = True
