"""The bot's command line: what it refuses."""

from __future__ import annotations

import pytest

from bot.cli import main


@pytest.mark.parametrize("option", ["--player", "--chat", "--theme", "--language"])
def test_dashes_are_no_value(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An option whose value is -- is refused with a sentence, however argparse takes it."""
    with pytest.raises(SystemExit) as ended:
        main([f"{option}=--", "--check-config"])
    assert ended.value.code == 2
    assert f"argument {option}: '--' is no value" in capsys.readouterr().err
