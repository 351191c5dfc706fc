"""Duels on Discord: each on a board of their own in one channel, told how far the other is."""

from __future__ import annotations

from tests.bot.platforms.discord.playing_discord import FAST, label, opening_keys, playing_discord


async def test_duel() -> None:
    """An invitation is accepted by a button; progress, the end and a rematch are shown."""
    async with playing_discord() as play:
        ann, bob = play.world.user("Ann"), play.world.user("Bob")
        channel = play.world.guild("Sweepers", ann, bob).channel("mines")
        invited = await play.slash(channel, ann, "duel", level="simple")
        assert "/duel " in invited.reply.text
        await play.settle(answered=1, pace=FAST)
        board = next(each for each in channel.messages if list(opening_keys(each)))
        joined = await play.press(invited.reply, bob, "⚔ Accept", pace=FAST)
        theirs = joined.reply
        await play.settle(pace=FAST)
        assert "⚔ Ann" in theirs.text
        while safe := await play.safe_keys(theirs, channel, 2):
            await play.press(theirs, bob, safe[0], pace=FAST)
        await play.settle(pace=FAST)
        assert "⚔ Bob 🏆" in board.text
        while safe := await play.safe_keys(board, channel, 1):
            await play.press(board, ann, safe[0], pace=FAST)
        await play.settle(pace=FAST)
        assert "⚔ Ann 🏆" in theirs.text
        await play.press(theirs, bob, label("rematch"), pace=FAST)
        await play.settle(pace=FAST)
        assert "wants a rematch" in board.text


async def test_joined_by_code() -> None:
    """Who is sent an invitation joins by command, wherever that is; a code of none says so."""
    async with playing_discord() as play:
        ann, bob = play.world.user("Ann"), play.world.user("Bob")
        channel, home = play.world.guild("Sweepers", ann).channel("mines"), play.world.dm(bob)
        invited = await play.slash(channel, ann, "duel", level="simple")
        command = next(line for line in invited.reply.text.split("\n") if "/duel " in line)
        wrong = await play.slash(home, bob, "duel", code="easy")
        assert wrong.reply.text.startswith("There is no such duel")
        board = (await play.slash(home, bob, "duel", code=command.rpartition(" ")[2])).reply
        assert list(opening_keys(board))
        assert "⚔ Ann" in board.text


async def test_both_move_at_once() -> None:
    """How far the other is by now is shown, though a press is being answered that knew less."""
    async with playing_discord() as play:
        ann, bob = play.world.user("Ann"), play.world.user("Bob")
        channel, home = play.world.dm(ann), play.world.dm(bob)
        invited = await play.slash(channel, ann, "duel", level="simple")
        command = next(line for line in invited.reply.text.split("\n") if "/duel " in line)
        await play.settle(answered=1, pace=FAST)
        board = next(each for each in channel.messages if list(opening_keys(each)))
        theirs = (await play.slash(home, bob, "duel", code=command.rpartition(" ")[2])).reply
        await play.settle(pace=FAST)
        before = (await play.session(channel)).duel
        async with play.world.faults.holding("create_interaction_response", most=1) as gate:
            pressed = board.press(ann, (await play.safe_keys(board, channel))[0])
            await play.reach(lambda: gate.held)
            theirs.press(bob, (await play.safe_keys(theirs, home))[0])
            await play.reach_session(channel, lambda session: session.duel != before)
        await play.settle(pressed, pace=FAST)
        after = (await play.session(channel)).duel
        assert after is not None
        assert f"⚔ Bob {after.standing.percent}%" in board.text
