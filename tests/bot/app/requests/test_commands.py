"""Commands: what players write is read as what they ask for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.requests import actions as asked
from bot.app.requests import board_actions, coach_actions
from bot.app.requests.board_actions import (
    Daily,
    DailyTables,
    JoinDuel,
    NewTournament,
    PlayCode,
    PlayShared,
    SetListed,
    ShowTop,
)
from bot.app.requests.commands import COMMANDS, read
from bot.app.requests.links import told_link
from bot.app.requests.scope import Scope
from bot.app.requests.wish import Wish
from bot.i18n import LANGUAGES, Text
from core.rules import FirstOpen
from core.typed import plain
from tests.bot.app.conftest import TRANSLATOR

_SAFE_CASUAL = Wish(level="easy", casual=True, first_open=FirstOpen.SAFE)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("/start", asked.Greet()),
        ("/help", asked.Help()),
        ("/newgame", asked.NewGame()),
        ("/newgame 10 10 10", asked.NewGame(Wish(size=(10, 10, 10)))),
        ("/newgame 16x30/99", asked.NewGame(Wish(size=(16, 30, 99)))),
        ("/newgame 5×5×3 safe", asked.NewGame(Wish(size=(5, 5, 3), first_open=FirstOpen.SAFE))),
        ("/newgame 0 9 10", asked.NewGame(Wish(size=(0, 9, 10)))),
        ("/newgame EXPERT casual", asked.NewGame(Wish(level="expert", casual=True))),
        ("/newgame easy lives 3", asked.NewGame(Wish(level="easy", lives=3))),
        ("/newgame 9, 9, 10, lives 3!", asked.NewGame(Wish(size=(9, 9, 10), lives=3))),
        ("/newgame easy、casual，safe。", asked.NewGame(_SAFE_CASUAL)),
        ("/newgame easy. Casual, safe.", asked.NewGame(_SAFE_CASUAL)),
        ("/again", asked.Again()),
        ("/hint", asked.Hint()),
        ("/hint all", asked.Hint(whole=True)),
        ("/board", asked.ShowBoard()),
        ("/board c30", asked.ShowBoard("c30")),
        ("/mode flag", asked.SetMode(flagging=True)),
        ("/mode open", asked.SetMode(flagging=False)),
        ("/undo", asked.TakeBack()),
        ("/giveup", asked.Resign()),
        ("/giveup Yes", asked.Resign(sure=True)),
        ("/giveup No, thanks!", asked.ShowBoard()),
        ("/giveup нет", asked.ShowBoard()),
        ("/giveup 不", asked.ShowBoard()),
        ("/save  My evening ", asked.Save("My evening")),
        ("/load My evening", asked.Load("My evening")),
        ("/load", asked.ListGames()),
        ("/games", asked.ListGames()),
        ("/stats", coach_actions.ShowStats()),
        ("/stats Expert", coach_actions.ShowStats(level="expert")),
        ("/stats Bob B.", coach_actions.ShowStats(name="Bob B.")),
        ("/stats public", coach_actions.SetPublic(on=True)),
        ("/stats private", coach_actions.SetPublic(on=False)),
        ("/stats public expert", coach_actions.SetPublic(on=True, level="expert")),
        ("/stats Сложный private", coach_actions.SetPublic(on=False, level="hard")),
        ("/stats public enemy", coach_actions.ShowStats(name="public enemy")),
        ("/review", coach_actions.Review()),
        ("/review 12", coach_actions.Review(move=12)),
        ("/review replay", coach_actions.Replay()),
        ("/review 12 e7", coach_actions.Review(move=12, where="e7")),
        ("/review 12 3 5", coach_actions.Review(move=12, where="3 5")),
        ("/review e7", coach_actions.Review(where="e7")),
        ("/review Replay E7", coach_actions.Replay(where="E7")),
        ("/review 12\nthanks", coach_actions.Review(move=12)),
        ("/review replay\nthanks", coach_actions.Replay()),
        ("/review 3 5", coach_actions.Review(where="3 5")),
        ("/card e7", board_actions.ShowCard(where="e7")),
        ("card please", board_actions.ShowCard()),
        ("/card\nthanks", board_actions.ShowCard()),
        ("/solve", coach_actions.Solve()),
        ("/solve new", coach_actions.Solve(coach_actions.Solving.FRESH)),
        ("/solve all", coach_actions.Solve(coach_actions.Solving.ALL)),
        ("/solve stop", coach_actions.Solve(coach_actions.Solving.STOP)),
        ("/language ru", asked.SetLanguage("ru")),
        ("/language русский", asked.SetLanguage("ru")),
        ("/language 中文", asked.SetLanguage("zh")),
        ("/language 简体中文", asked.SetLanguage("zh")),
        ("/language zh-CN", asked.SetLanguage("zh")),
        ("/language Russian", asked.SetLanguage("ru")),
        ("/language Chinese", asked.SetLanguage("zh")),
        ("/language Simplified Chinese", asked.SetLanguage("zh")),
        ("/language Traditional Chinese", asked.SetLanguage("zh-TW")),
        ("/language английский", asked.SetLanguage("en")),
        ("/language китайский", asked.SetLanguage("zh")),
        ("/language 英语", asked.SetLanguage("en")),
        ("/language 俄文", asked.SetLanguage("ru")),
        ("/language 英語", asked.SetLanguage("en")),
        ("/language 俄語", asked.SetLanguage("ru")),
        ("/language 繁體中文", asked.SetLanguage("zh-TW")),
        ("/language 繁體", asked.SetLanguage("zh-TW")),
        ("/language 正體中文", asked.SetLanguage("zh-TW")),
        ("/language zh-tw", asked.SetLanguage("zh-TW")),
        ("/language zh_Hant", asked.SetLanguage("zh-TW")),
        ("/language be", asked.Misread(Text("language.usage"))),
        ("/daily table", DailyTables()),
        ("/daily server", DailyTables(server=True)),
        ("/daily лёгкая", Daily("easy")),
        ("/listed off", SetListed(on=False)),
        ("/top last all expert", ShowTop("expert", Scope.ALL, last=True)),
        ("/review x", asked.Misread(Text("review.usage"))),
        ("/review 12 please", coach_actions.Review(move=12)),
        ("/review 12 н7", asked.Misread(Text("review.usage"))),  # no h, which looks like it
        ("/review 1234567890", asked.Misread(Text("review.usage"))),
        ("/language English", asked.SetLanguage("en")),
        ("/HINT", asked.Hint()),
        ("／hint", asked.Hint()),  # a full-width slash
        ("／newgame　easy", asked.NewGame(Wish(level="easy"))),  # and a full-width space
        ("/help\nplease", asked.Help()),
        ("/hint@minesweeper_bot", asked.Hint()),
        ("help", asked.Help()),
        ("help!", asked.Help()),
        ("*help*", asked.Help()),
        ("/help…", asked.Help()),
        ("**/help**", asked.Help()),
        ("`/newgame easy`.", asked.NewGame(Wish(level="easy"))),
        ("/save *a*", asked.Save("*a*")),
        ("Help?", asked.Help()),
        ("!help", asked.Help()),
        ("!newgame easy", asked.NewGame(Wish(level="easy"))),
        ("hint, please", asked.Hint()),
        ("?", asked.Typed("?")),  # what asks for the solution of an exercise
        ("/train ？", coach_actions.Train("?")),  # a full-width question mark
        ("/newgame\neasy", asked.NewGame(Wish(level="easy"))),
        ("/newgame　easy", asked.NewGame(Wish(level="easy"))),  # a full-width space
        ("/open\nc4", asked.Typed("c4", opening=True)),
        ("hint\tall", asked.Hint(whole=True)),
        ("/tournament\n3\neasy", NewTournament(3, Wish(level="easy"))),
        ("/settings language русский", asked.SetLanguage("ru")),
        ("/settings language", asked.ChooseLanguage()),
        ("/settings\ntap\noff", asked.SetChoice(asked.Choice.SMART_TAP, "off")),
        ("no", asked.Confirm(yes=False)),
        ("No!", asked.Confirm(yes=False)),
        ("no, thank you", asked.Confirm(yes=False)),
        ("Нет.", asked.Confirm(yes=False)),
        ("不", asked.Confirm(yes=False)),
        ("yes", asked.Confirm(yes=True)),
        ("Да!", asked.Confirm(yes=True)),
        ("да, пожалуйста", asked.Confirm(yes=True)),
        ("是的", asked.Confirm(yes=True)),
        ("確定。", asked.Confirm(yes=True)),
        ("**yes**", asked.Confirm(yes=True)),
        ("*да*", asked.Confirm(yes=True)),
        ("`No`.", asked.Confirm(yes=False)),
        ("||нет||", asked.Confirm(yes=False)),
        ("да…", asked.Confirm(yes=True)),
        ('"yes"', asked.Confirm(yes=True)),
        ("«Да»", asked.Confirm(yes=True)),
        ("“不是”。", asked.Confirm(yes=False)),
        ("「是」", asked.Confirm(yes=True)),
        ("/delete 'Yes'", asked.Delete(sure=True)),
        ("/giveup 「是」", asked.Resign(sure=True)),
        ("«/hint»", asked.Hint()),
        ('"help"', asked.Help()),
        ('/save "a"', asked.Save('"a"')),
        ('"save my game"', asked.Save("my game")),
        ("«/save a b»", asked.Save("a b")),
        ("“open c4”", asked.Typed("c4", opening=True)),
        ("/giveup да", asked.Resign(sure=True)),
        ("/delete Да", asked.Delete(sure=True)),
        ("/delete yes or no", asked.Delete()),
        ("/delete no", asked.Misread(Text("delete.kept"))),
        ("/delete 否", asked.Misread(Text("delete.kept"))),
        ("3 4", asked.Typed("3 4")),
        ("!c4 d5", asked.Typed("!c4 d5")),
        ("三行四列", asked.Typed("三行四列")),
    ],
)
def test_read(text: str, action: asked.Action) -> None:
    """Every command is read as its action, and anything that looks like a move as one."""
    assert read(text) == action


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("/newgmae 9 9 9", Text("unknown.near", command="/newgame")),
        ("/stat", Text("unknown.near", command="/stats")),
        ("hnit", Text("unknown.near", command="/hint")),
        ("/hélp", Text("unknown.near", command="/help")),
        ("что это", Text("unknown.nothing", numbers="3 4")),
        ("Русский", Text("unknown.near", command="/language ru")),
        ("english, please", Text("unknown.near", command="/language en")),
        ("中文", Text("unknown.near", command="/language zh")),
        ("hnit!", Text("unknown.near", command="/hint")),
        ("stop!", Text("unknown.near", command="/giveup")),
        ("How does it work?", Text("unknown.nothing", numbers="3 4")),
        ("/xyzzy", Text("unknown.nothing", numbers="3 4")),
        ("good morning", Text("unknown.nothing", numbers="3 4")),
        ("it is fun", Text("unknown.nothing", numbers="3 4")),
        ("", Text("unknown.nothing", numbers="3 4")),
        *(
            (word, Text("unknown.nothing", numbers="3 4"))
            for word in (
                "love",
                "tap",
                "more",
                "have",
                "text",
                "move",
                "come",
                "rain",
                "can",
                "gain",
                "same",
                "please",
                "ok",
                "what",
                "why",
                "great",
                "cool",
                "nice",
                "pay",
                "/no",
                "this is hard to see",
            )
        ),
        *(
            (slip, Text("unknown.near", command=command))
            for slip, command in (
                ("hlep", "/help"),
                ("helpp", "/help"),
                ("stat", "/stats"),
                ("sovle", "/solve"),
                ("reveiw me", "/review"),
                ("setings", "/settings"),
                ("langauge", "/language"),
                ("tournement", "/tournament"),
                ("game", "/games"),
                ("/tap", "/top"),
            )
        ),
        ("/play easy", Text("unknown.near", command="/newgame easy")),
        ("play again!", Text("unknown.near", command="/again")),
        ("/play 再来一局", Text("unknown.near", command="/again")),
        ("/play лёгкий", Text("unknown.near", command="/newgame лёгкий")),
        ("play 9 9 10", Text("unknown.near", command="/newgame 9 9 10")),
        ("/newgame 10 10", Text("newgame.usage")),
        ("/newgame 10 10 10 10", Text("newgame.usage")),
        ("/newgame easy 9 9 9", Text("newgame.usage")),
        ("/newgame 10 10 10 9 9 9", Text("newgame.usage")),
        ("/newgame easy expert", Text("newgame.usage")),
        ("/daily tomorrow", Text("daily.usage")),
        ("/newgame nightmare", Text("newgame.usage")),
        ("/tournament 10 easy", Text("tournament.usage")),
        ("/newgame 1_0 10 10", Text("newgame.usage")),
        ("/newgame 10 ten 10", Text("newgame.usage")),
        ("/newgame lives", Text("newgame.usage")),
        ("/unflag", Text("open.usage", command="/unflag", cell="d3")),
        ("/chord", Text("open.usage", command="/chord", cell="d3")),
        ("/save", Text("save.usage")),
        ("/mode", Text("mode.usage")),
        ("/solve fast", Text("watch.usage")),
        ("/language klingon", Text("language.usage")),
    ],
)
def test_misread(text: str, problem: Text) -> None:
    """What cannot be read is answered with the nearest command, or with what to write."""
    assert read(text) == asked.Misread(problem)


@pytest.mark.parametrize("before", ["", "https://t.me/mines_bot?start=", "t.me/mines_bot?start="])
@pytest.mark.parametrize("command", ["/play", "/duel"])
def test_what_a_link_says(command: str, before: str) -> None:
    """/play and /duel take the payload of a link, or the whole link, in place of a code."""
    shared, joined = PlayShared("abcdefghjk"), JoinDuel("abcdefghjk")
    assert read(f"{command} {before}g_abcdefghjk") == shared
    assert read(f"{command} {before}D_ABCDEFGHJK") == joined
    assert read(f"/play {before}daily") == Daily()
    for around in ("{}.", "{},", "({})", "_{}_", "**{}**", "{}-", "«{}»", "{}。", "【{}】", "{}…"):
        assert read(f"{command} {around.format(f'{before}d_abcdefghjk')}") == joined


@pytest.mark.parametrize(
    "before", ["/play ", "play ", "Play the same board: /play ", "💥 35%\n/play "]
)
def test_pasted_line(before: str) -> None:
    """Behind /play and /duel the whole line that was sent may be pasted."""
    assert read(f"/play {before}ABCDEFGHJK") == PlayShared("abcdefghjk")
    assert read(f"/duel {before}ABCDEFGHJK") == JoinDuel("abcdefghjk")


@pytest.mark.parametrize(
    "line",
    [
        *("{} blindfold", "easy {} lives 3", '"{}"', "<{}>", "«{}».", "{}, please!", "({})"),
        *("**{}**", "_{}_", "||{}||", "~~{}~~.", "「{}」。", "【{}】", "《{}》", "『{}』", "“{}…”"),
        *("{}、快来", "代码：{}，请！", "代碼：「{}」。快來", "「{}」来", "（{}）；来？"),
    ],
)
def test_code_among_words(line: str) -> None:
    """A code is found anywhere behind its command, also inside punctuation."""
    assert read(f"/play {line.format('abcdefghjk')}") == PlayShared("abcdefghjk")
    assert read(f"/duel {line.format('ABCDEFGHJK')}") == JoinDuel("abcdefghjk")
    for code in ("4x4n4:1,1,u2214", "6x6n15:1,1,u2345abcde", "b=0404&m=48a0"):
        assert read(f"/play {line.format(code)}") == PlayCode(code)
        assert isinstance(read(f"/duel {line.format(code)}"), asked.Misread)


@pytest.mark.parametrize(
    "text", ["{}", " «{}». ", "【{}】…", "/newgame {}", "newgame {}", "/newgame easy {}"]
)
def test_code_without_its_command(text: str) -> None:
    """A code alone, or behind /newgame, is read as a board to be played."""
    for code in ("k7m2xq9ht4", "K7M2XQ9HT4"):
        assert read(text.format(code)) == PlayShared("k7m2xq9ht4")
    for code in ("4x4n4:1,1,u2214", "b=0404&m=48a0"):
        assert read(text.format(code)) == PlayCode(code)
    assert read("/newgame abcdefghj2 k7m2xq9ht4") == PlayShared("k7m2xq9ht4"), "the last of two"


@pytest.mark.parametrize(
    "text",
    [
        "strawberry",
        "2345678923",
        "c3d3e3f3g3",
        "k7m2xq9ht",
        "k7m2xq9hl4",
        "what is k7m2xq9ht4?",
        "join: /play strawberry_jam",
    ],
)
def test_words_that_are_no_code(text: str) -> None:
    """Words, numbers, cells, near-codes and talk about a code are not read as a code."""
    assert not isinstance(read(text), PlayShared)
    if "?" not in text:
        assert read(f"/newgame {text}") == asked.Misread(Text("newgame.usage"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_command_as_it_was_sent(language: str) -> None:
    """The lines that a board or a duel was sent with may be pasted whole, without a link."""
    for link in (PlayShared("k7m2xq9ht4"), JoinDuel("strawberry")):
        sent = TRANSLATOR.say(told_link(link), language)
        assert read(sent) == read(f"\N{BOMB} 9×9, 10 mines\n{sent}") == link
        assert read(f"_{sent}_") == read(f"*{sent}*") == link
        told = f"\N{BOMB} {sent.replace(link.code, 'codes')}"
        assert isinstance(read(told), asked.Misread)


@pytest.mark.parametrize("language", LANGUAGES)
def test_codes_as_they_were_sent(language: str) -> None:
    """The answer of /code may be pasted whole behind /play, or either line of it."""
    tatham, ptta = "4x4n4:1,1,u2214", "b=0404&m=48a0"
    link = f"https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?{ptta}"
    lines = [
        TRANSLATOR.say(Text("code.tatham", code=tatham), language),
        TRANSLATOR.say(Text("code.ptta", code=link), language),
    ]
    assert read(f"/play {lines[0]}") == PlayCode(tatham)
    assert read(f"/play {lines[1]}") == read("/play " + "\n".join(lines)) == PlayCode(ptta)


def test_link_alone() -> None:
    """A link is followed whether it is written alone or with the text it was sent with."""
    link = "https://t.me/mines_bot?start=g_abcdefghjk"
    sent = f"\N{BOMB} Minesweeper \N{MIDDLE DOT} easy 8×8, 10 mines\n{link}"
    around = (
        f"<{link}>",
        f"({link}).",
        f"_{link}_",
        f"{link}-",
        f"{link}\nwho joins me?",
        f"{link}&a=1",
        f"{link}快来玩",
    )
    for text in (link, sent, *around, f"t.me/mines_bot?start=g_anotherone, {link}"):
        assert read(text) == read(f"/play {text}") == PlayShared("abcdefghjk")
    assert read("t.me/mines_bot?start=d_abcdefghjk") == JoinDuel("abcdefghjk")
    nothing = asked.Misread(Text("unknown.nothing", numbers="3 4"))
    assert read("t.me/other_bot?start=abcdefghjk") == nothing


@pytest.mark.parametrize(
    "text", ["/hint!", "/hint?", "/hint,", "/hint.", "/hint！", ", hint", ": /hint", "，hint"]
)
def test_marks_around_a_command(text: str) -> None:
    """A command with a sentence's punctuation around it is carried out."""
    assert read(text) == asked.Hint()


@pytest.mark.parametrize(
    "text",
    [
        *("/mode flag", "/hint all", "/access solo", "/review replay", "/review 12", "/solve all"),
        *("/settings text on", "/settings players solo", "/language ru", "/delete yes"),
        *("/daily table", "/daily server", "/daily expert", "/listed off", "/top skill last all"),
        *("/stats public", "/newgame 9 9 10 lives 3", "/tournament 3 easy", "/duel hard"),
        *("/flag a1", "/unflag a1", "/giveup yes", "/play abcdefghjk", "/train ?"),
    ],
)
def test_capitals_and_full_width(text: str) -> None:
    """Words may be in capitals or full-width letters, as phone keyboards propose them."""
    wide = text.translate({32: 0x3000} | {code: code + 0xFEE0 for code in range(33, 127)})
    for written in (text.upper(), wide):
        assert spelled(read(written)) == read(text)


def spelled(action: asked.Action) -> asked.Action:
    """Return ``action`` with typed moves as they are read."""
    return replace(action, text=plain(action.text)) if isinstance(action, asked.Typed) else action


def test_long_numbers_are_not_read_out() -> None:
    """A number of 5,000 digits is refused as out of range, without computing with it."""
    action = read("/newgame " + "9" * 5000 + " 10 10")
    assert isinstance(action, asked.NewGame)
    assert action.wish.size == (10**9, 10, 10)
    assert read("/newgame 0000000000010 10 10") == asked.NewGame(Wish(size=(10, 10, 10)))


@pytest.mark.parametrize(
    "courtesy",
    [
        *("please", "Please!", ", pls", "thanks", "thank you :)", "thanks a lot", "please, thx"),
        *("пожалуйста", "Спасибо большое!", "плиз.", "谢谢你！", "，拜托了", "謝謝妳", "拜託"),
    ],
)
def test_please_and_thanks(courtesy: str) -> None:
    """Please and thanks at the end of a command in any language change nothing that it asks for."""
    commands = [f"/{name}" for name in COMMANDS]
    more = ("/hint all", "/board c4", "/flag c4 d5", "/newgame 9 9 10", "/top all", "/save My game")
    for text in (*commands, *more, "/stats Bob", "/train ?", "/daily easy", "/delete yes"):
        if text not in {"/save", "/load"}:
            assert read(f"{text} {courtesy}") == read(text)


@pytest.mark.parametrize("name", ["thanks", "Please", "спасибо", "谢谢", "謝謝"])
def test_thanks_that_are_a_name(name: str) -> None:
    """Behind /save and /load a word of thanks alone is the name of the game."""
    assert read(f"/save {name}") == read(f"save {name}") == asked.Save(name)
    assert read(f"/load {name}") == asked.Load(name)


@pytest.mark.parametrize("name", ["Ty", "Pleasence", "thanks giving", "please?", "спасибо Ане"])
def test_names_that_are_no_thanks(name: str) -> None:
    """What only resembles please or thanks, or has other words behind it, belongs to a name."""
    assert read(f"/stats {name}") == coach_actions.ShowStats(name=name)
    assert read(f"/save {name}") == asked.Save(name)


@pytest.mark.parametrize("words", ["now", "сейчас", "我看看", "of mine", "why?"])
def test_words_behind_a_board(words: str) -> None:
    """A board or a card is shown whatever is said behind its command that is no cell."""
    assert read(f"/board {words}") == read(f"/resume {words}") == asked.ShowBoard()
    assert read(f"/card {words}") == board_actions.ShowCard()


@given(st.text(max_size=60) | st.builds("/{} {}".format, st.sampled_from([*COMMANDS]), st.text()))
def test_any_text_is_read(text: str) -> None:
    """Any text is read as some action, without an error."""
    assert isinstance(read(text), asked.Action)
