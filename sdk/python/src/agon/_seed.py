"""Seeds ``random`` and, once the bot imports it, ``numpy.random``, so that matches repeat."""

from __future__ import annotations

import os
import random
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, Optional

_NUMPY = "numpy.random"


def seed_everything(seed: int) -> None:
    """Seeds both generators, unless ``AGON_NO_SEED=1`` is set."""
    if os.environ.get("AGON_NO_SEED") == "1":
        return
    random.seed(seed)
    if _NUMPY in sys.modules:
        sys.modules[_NUMPY].seed(seed % 2**32)
    else:
        sys.meta_path.insert(0, _SeedNumpy(seed))


class _SeedNumpy(MetaPathFinder, Loader):
    """Seeds numpy when the bot imports it. Importing it here would slow down bots that do not use it."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._loader: Any = None

    def find_spec(self, name: str, path: Any, target: Any = None) -> Optional[ModuleSpec]:
        if name != _NUMPY:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None:
            self._loader, spec.loader = spec.loader, self
        return spec

    def create_module(self, spec: ModuleSpec) -> Optional[ModuleType]:
        module: Optional[ModuleType] = self._loader.create_module(spec)
        return module

    def exec_module(self, module: ModuleType) -> None:
        sys.meta_path.remove(self)
        module.__loader__ = self._loader
        self._loader.exec_module(module)
        module.seed(self._seed % 2**32)
