"""Scripted games of three players, one for each multiplayer feature, for every platform."""

from __future__ import annotations

import re

from core.game import Outcome
from tests.bot.platforms.trio import ANN, BOB, CID, Trio

WALL = "5x5/5 ###M# ###M# ###M# ###M# ###M#"
"""Opening cell 0 opens all left of the mines; the column right of them stays closed."""
FIFTY = "2x3/1 ##M ###"
"""Opening cell 0 leaves two cells closed, one of which is the mine."""


def plain(text: str) -> str:
    """Return ``text`` without the isolates and backslashes that surround or escape names."""
    return re.sub("[\u2066-\u2069\\\\]", "", text)


async def lives(trio: Trio) -> None:
    """Share three lives: a mine costs one, and the players go on, win, and are named."""
    await trio.say(ANN, "/newgame 5 5 15 lives 3")  # so dense that no opening wins it
    board = trio.board(1)
    await trio.open(ANN, board, 12)
    game = (await trio.session(1)).game
    assert game.minefield
    mine = game.minefield.mines.index(1)
    while not (await trio.session(1)).game.exploded[mine]:  # twice, if it can be proved
        await trio.open(BOB, board, mine)
    assert board.text.startswith("🤕")
    assert "lives 2" in board.text
    assert "last move: " in board.text
    await trio.win(board, 1, CID, ANN)
    session = await trio.session(1)
    assert session.game.outcome is Outcome.WON
    assert set(session.names) >= {ANN, BOB}
    assert "Bob & Co" in board.text
    assert f"last move: {session.names[session.game.history[-1].by]}" in board.text


async def roles(trio: Trio) -> None:
    """Close a game to others, who are turned away, then open it to them."""
    board = await trio.dealt(ANN, WALL)
    await trio.say(ANN, "/access solo")
    for who in (BOB, CID):
        assert "somebody else's game" in await trio.open(who, board, 4)
    await trio.say(ANN, "/access open")
    board = trio.board(1)
    await trio.open(BOB, board, 4)
    await trio.open(CID, board, 9)
    assert len((await trio.session(1)).game.history) == 3


async def handover(trio: Trio) -> None:
    """After a day without a move Bob takes a solo game over; Cid is turned away from it."""
    board = await trio.dealt(ANN, WALL)
    await trio.say(ANN, "/access solo")
    assert "for a day" in await trio.say(BOB, "/takeover")
    await trio.pass_a_day()
    assert "This game now belongs to" in await trio.say(BOB, "/takeover")
    board = trio.board(1)
    assert "somebody else's game" in await trio.open(CID, board, 4)
    await trio.open(BOB, board, 4)
    assert (await trio.session(1)).game.opened[4]


async def duel(trio: Trio) -> None:
    """Two players race on boards with as many mines and see each other win; the third may not.

    One of them asks the other for a rematch.
    """
    await trio.say(ANN, "/duel simple")
    mine = trio.board(1)
    invited = next(each for each in trio.shown() if "0duel" in str([*trio.keys(each)]))
    key = next(key for key in trio.keys(invited) if "duel" in key)
    await trio.press(BOB, invited, key)
    yours = trio.board(2)
    assert "both its players" in await trio.press(CID, invited, key)
    cell = (await trio.safe(yours, 2))[0]
    assert "somebody else's game" in await trio.open(CID, yours, cell)
    await trio.win(yours, 2, BOB)
    assert "Bob & Co 🏆" in plain(mine.text)
    await trio.win(mine, 1, ANN)
    assert "⚔ Ann 🏆" in plain(yours.text)
    await trio.press(BOB, yours, next(key for key in trio.keys(yours) if "rematch" in key))
    assert "Bob & Co wants a rematch" in plain(mine.text)
    # In one group the second board is rotated by 180°, so that nobody can copy the first.
    fields = [(await trio.session(number)).game.minefield for number in (1, 2)]
    assert len({field.mines.count(1) for field in fields if field}) == 1


async def duel_apart(trio: Trio) -> None:
    """Two players race on the same mines from private chats; the third is turned away."""
    await trio.alone(ANN, "/duel simple")
    mine = trio.board(1, ANN)
    said = "\n".join(each.text for each in trio.shown(ANN))
    code = re.search(r"(?:start=[a-z]+_|/duel )(\w{6,})", said)
    assert code
    await trio.alone(BOB, f"/duel {code[1]}")
    yours = trio.board(1, BOB)
    assert "both its players" in await trio.alone(CID, f"/duel {code[1]}")
    await trio.win(yours, 1, BOB, alone=BOB)
    assert "Bob & Co 🏆" in plain(mine.text)
    await trio.win(mine, 1, ANN, alone=ANN)
    assert "⚔ Ann 🏆" in plain(yours.text)
    fields = [(await trio.session(1, who)).game.minefield for who in (ANN, BOB)]
    assert fields[0] == fields[1]


async def tournament(trio: Trio) -> None:
    """Three players play two rounds: each shows the standings, the last names a winner."""
    await trio.say(ANN, "/tournament 2 simple")
    for number in (1, 2):
        board = trio.board(number)
        assert f"round {number} of 2" in board.text
        await trio.open(ANN, board, 12)
        await trio.win(board, number, BOB, CID, ANN)
        assert "1. " in board.text
        following = [key for key in trio.keys(board) if key.startswith("1next")]
        assert bool(following) == (number == 1)
        if following:
            await trio.press(CID, board, following[0])
    assert re.search(r"🏆 .* wins? the tournament!", board.text)


async def of_the_day(trio: Trio) -> None:
    """Each player solves the same board in the only try; the group's table names all three."""
    layouts = []
    for who in (ANN, BOB, CID):
        await trio.say(who, "/daily")
        await trio.alone(who, "/daily easy")
        await trio.win(trio.board(1, who), 1, who, alone=who)
        session = await trio.session(1, who)
        assert session.game.outcome is Outcome.WON
        layouts.append(session.game.minefield)
        assert "your try" in await trio.alone(who, "/daily easy")
        assert "1 day in a row" in await trio.alone(who, "/daily")
        assert "🟩" in await trio.alone(who, "/share") or "Minesweeper" in trio.shown(who)[-1].text
    assert layouts[0] == layouts[1] == layouts[2]
    table = await trio.say(CID, "/daily")
    assert all(name in table for name in ("Ann", "Bob & Co", "Cid"))
    assert "3 of 3 solved it" in table


async def best_times(trio: Trio) -> None:
    """Each player wins and is in the chat's table of times, until one of them opts out."""
    for number, who in enumerate((ANN, BOB, CID), 1):
        await trio.say(who, "/newgame easy")
        board = trio.board(number)
        await trio.open(who, board, 12)
        await trio.win(board, number, who)
    table = plain(await trio.say(ANN, "/top"))
    assert all(name in table for name in ("Ann", "Bob & Co", "Cid"))
    assert "in this chat" in table
    await trio.alone(BOB, "/listed off")
    table = await trio.say(CID, "/top easy")
    assert "Bob" not in table
    # Players who were equally quick share a place.
    assert all(name in table for name in ("1. ", "Ann", "Cid"))


async def beyond_luck(trio: Trio) -> None:
    """Each player wins a 50/50 five times, and the table of skill lists all three."""
    for who in (ANN, BOB, CID):
        for _ in range(5):
            board = await trio.dealt(who, FIFTY)
            await trio.open(who, board, 5)
        await trio.pass_a_while()
    page = plain(await trio.say(BOB, "/top skill"))
    assert all(f"{name} +" in page for name in ("Ann", "Bob & Co", "Cid"))


async def achievements(trio: Trio) -> None:
    """Win for the first time: a medal is below the board and in /stats, but not at a second win."""
    for number, who in enumerate((ANN, BOB, CID, ANN), 1):
        await trio.say(who, "/newgame simple")
        board = trio.board(number)
        await trio.open(who, board, 12)
        await trio.win(board, number, who)
        assert ("🏅" in board.text) is (number <= 3)
        assert "🏅" in await trio.alone(who, "/stats")


async def codes(trio: Trio) -> None:
    """Two players open a finished game's board in private by its code, each in one notation."""
    await trio.dealt(ANN, WALL)
    await trio.say(ANN, "/giveup")
    lines = plain(await trio.say(ANN, "/code")).splitlines()
    for who, line in zip((BOB, CID), lines, strict=True):
        await trio.alone(who, f"/play {line.split()[-1]}")
        theirs, ours = await trio.session(1, who), await trio.session(1)
        assert theirs.game.minefield == ours.game.minefield
        await trio.alone(who, "/giveup")


async def shared_board(trio: Trio) -> None:
    """Ann shares a board that she gave up; the others play and win it as casual games."""
    await trio.dealt(ANN, WALL)
    await trio.say(ANN, "/giveup")
    said = await trio.say(ANN, "/share")
    code = re.search(r"(?:start=g_|/play )(\w+)", said)
    assert code
    for who in (BOB, CID):
        await trio.alone(who, f"/play {code[1]}")
        await trio.win(trio.board(1, who), 1, who, alone=who)
        session = await trio.session(1, who)
        assert session.game.outcome is Outcome.WON
        assert session.casual
        assert session.game.minefield == (await trio.session(1)).game.minefield


async def modes(trio: Trio) -> None:
    """Players win a board without guesses and see its proof, scan once, and let mines drift."""
    await trio.say(ANN, "/newgame simple noguess")
    board = trio.board(1)
    await trio.open(ANN, board, 12)
    await trio.win(board, 1, BOB, CID)
    assert "Logic alone solves this board, in" in await trio.say(CID, "/proof")
    board = await trio.dealt(BOB, WALL)
    assert "🔍" in await trio.say(CID, "/scan e2")
    assert "scanner has been used" in await trio.say(ANN, "/scan e4")
    await trio.say(CID, "/newgame 5 5 12 drifting")  # so dense that no opening wins it
    board = trio.board(3)
    assert "drifting mines" in board.text
    await trio.open(ANN, board, 12)
    assert "Mines may have drifted." in board.text
    for who in (BOB, CID):
        await trio.open(who, board, (await trio.safe(board, 3))[0])
    assert len((await trio.session(3)).game.history) == 3


async def blindfold(trio: Trio) -> None:
    """Players take turns on a hidden board: replies name the opened cell and have no buttons."""
    await trio.say(ANN, "/newgame 5 5 12 blindfold")
    assert "blindfold" in await trio.say(BOB, "/open c3")
    game = (await trio.session(1)).game
    assert game.minefield
    hidden = [c for c in range(25) if not (game.minefield.mines[c] or game.opened[c])][:2]
    for who, cell in zip((CID, ANN), hidden, strict=True):
        name = game.rules.grid.name(cell)
        said = plain(await trio.say(who, f"/open {name}"))
        assert name in said
        assert not list(trio.opening(trio.shown()[-1]))
    assert len((await trio.session(1)).game.history) == 3


async def looks(trio: Trio) -> None:
    """Have an administrator choose theme, coordinates and text, which another player may not."""
    await trio.dealt(ANN, WALL)
    refused = await trio.say(BOB, "/settings theme moon")
    assert "Only administrators" in refused
    assert "moon" not in refused.lower()
    assert "moon" in (await trio.say(ANN, "/settings theme moon")).lower()
    await trio.say(ANN, "/settings coordinates zero")
    await trio.open(CID, trio.board(1), 4)
    assert "Opened 0:4." in trio.board(1).text
    await trio.say(ANN, "/settings text on")
    text = await trio.say(BOB, "/board")
    assert "0 1 2 3 4" in text


async def who_may_play(trio: Trio) -> None:
    """Have an administrator make new games solo, which another may not; their owner plays."""
    assert "Only administrators" in await trio.say(CID, "/settings players solo")
    await trio.say(ANN, "/settings players solo")
    await trio.say(CID, "/newgame simple")
    board = trio.board(1)
    for who in (ANN, BOB):
        assert "somebody else's game" in await trio.open(who, board, 12)
    await trio.open(CID, board, 12)
    assert len((await trio.session(1)).game.history) == 1


async def data_rights(trio: Trio) -> None:
    """Bob reads, exports and deletes his data during a game; the others win it without him."""
    board = await trio.dealt(ANN, WALL)
    await trio.open(BOB, board, 4)
    await trio.open(CID, board, 9)
    assert "/delete" in await trio.alone(BOB, "/privacy")
    assert "what is kept about you" in await trio.alone(BOB, "/export")
    await trio.say(BOB, "/delete")
    question = trio.shown()[-1]
    key = next(key for key in trio.keys(question) if "del" in key)
    await trio.press(BOB, question, key)
    session = await trio.session(1)
    assert BOB not in session.names
    await trio.win(board, 1, ANN, CID)
    assert (await trio.session(1)).game.outcome is Outcome.WON
    assert "Cid" in board.text
    assert "Bob" not in board.text


SCRIPTS = (
    lives,
    roles,
    handover,
    duel,
    duel_apart,
    tournament,
    of_the_day,
    best_times,
    beyond_luck,
    achievements,
    codes,
    shared_board,
    modes,
    blindfold,
    looks,
    who_may_play,
    data_rights,
)
