"""The whole bot behind a webhook."""

from __future__ import annotations

from pathlib import Path

from bot.config import Webhook
from tests.bot.platforms.telegram.playing import label, playing
from tests.bot.platforms.telegram.test_cases_talk import key_of
from tests.ports import free_port


async def test_toasts_go_back_with_the_answer(tmp_path: Path) -> None:
    """Behind a webhook a press is played, its board changed, its toast no call of the bot's own."""
    port = free_port()
    webhook = Webhook(f"http://127.0.0.1:{port}/hook", "127.0.0.1", port, "s3cret")
    async with playing(tmp_path, webhook=webhook) as play:
        ann = play.world.user("Ann")
        board = await play.say(play.world.private(ann), ann, "/newgame 8 8 10")
        await play.press(board, ann, label("mode_open"))
        press = await play.press(board, ann, key_of(board, 0))
        assert press.toast == "Flagged a1."
        assert "\U0001f6a9" in board.labels[0][0]
        answers = play.world.calls("answerCallbackQuery")
        assert len(answers) == 2
        assert all(call.carried for call in answers)
