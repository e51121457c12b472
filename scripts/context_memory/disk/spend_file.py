"""What compression has spent (`spend.json`) and which batches are still out (`batches.json`), across sessions."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ..model.outcomes import Spend
from .state_file import Changed, Form, Loaded, change, load
