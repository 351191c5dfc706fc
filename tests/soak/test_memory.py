"""The soak of memory: its worker is a small one."""

from __future__ import annotations

import pytest

from bot.i18n import translator
from tests.soak import memory


def test_all_caches_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The texts that a worker of the soak remembers are few, too: they were not, nor full."""
    for module, name in (*memory._CACHES, *memory._FEW):
        monkeypatch.setattr(module, name, getattr(module, name))
    try:
        memory.shrink(7)
        said = translator.own_translator()._said
        assert said.cache_parameters()["maxsize"] == 7
    finally:
        translator.own_translator.cache_clear()
