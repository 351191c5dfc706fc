"""What is set while modules are loaded."""

from __future__ import annotations

import gc
from signal import SIGINT, default_int_handler, getsignal

import pytest

from bot.loading import loading


def test_all_is_as_before_afterwards() -> None:
    """No garbage is collected and Ctrl-C is no exception meanwhile, even if a module fails."""

    def load() -> None:
        with loading():
            assert not gc.isenabled()
            assert getsignal(SIGINT) is not default_int_handler
            raise ImportError

    assert gc.isenabled()
    assert getsignal(SIGINT) is default_int_handler
    with pytest.raises(ImportError):
        load()
    assert gc.isenabled()
    assert getsignal(SIGINT) is default_int_handler
