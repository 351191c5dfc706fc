"""The whole bot behind a webhook."""

from __future__ import annotations

from pathlib import Path

from bot.config import Webhook
from tests.bot.platforms.telegram.playing import key_of, label, playing
from tests.ports import free_port


async def test_toasts_go_back_with_the_answer(tmp_path: Path) -> None:
    """Behind a webhook a toast goes back in the response to the press, not in a separate call."""
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


async def test_a_toast_that_comes_late(tmp_path: Path) -> None:
    """If the webhook's request is answered before the commit, a separate call brings the toast."""
    port = free_port()
    webhook = Webhook(f"http://127.0.0.1:{port}/hook", "127.0.0.1", port, "s3cret")
    async with playing(tmp_path, webhook=webhook) as play:
        ann = play.world.user("Ann")
        board = await play.say(play.world.private(ann), ann, "/newgame 8 8 10")
        play.backend.shut()
        press = board.press(ann, label("mode_open"))
        await play.reach(lambda: play.world.webhook.attempts[-1].status == 503)
        play.backend.open()
        await play.settle()
        assert press.toast.startswith("Mode: flag.")
        first, *_ = play.world.calls("answerCallbackQuery")
        assert not first.carried
