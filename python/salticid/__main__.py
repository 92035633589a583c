"""Runs the command `salticid` as `python -m salticid`."""

import sys

from salticid._command import main

sys.exit(main())
