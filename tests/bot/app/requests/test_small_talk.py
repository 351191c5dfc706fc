"""Small talk: a greeting is answered with how to begin, in its language if none is known."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.app.requests import small_talk
from bot.app.requests.actions import Greet, Help, Hint, Misread, NewGame, Thank
from bot.app.requests.commands import read
from bot.app.requests.move_words import asks_moves
from bot.app.requests.small_talk import read_small_talk
from bot.i18n import LANGUAGES, Text
from tests.bot.app.conftest import Table, words

BEGIN = {
    "en": "Minesweeper! Open every cell without a mine",
    "ru": "Сапёр! Откройте все клетки без мин",
    "zh": "扫雷！打开所有没有雷的格子",
    "zh-TW": "踩地雷！打開所有沒有地雷的格子",
}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("hi", "en"),
        ("Hello!", "en"),
        ("hey there 👋", "en"),
        ("hello there my friend", "en"),
        ("Привет", "ru"),
        ("здравствуйте!", "ru"),
        ("привет, бот", "ru"),
        ("你好", "zh"),
        ("你好啊！", "zh"),
        ("您好", "zh"),
        ("哈囉", "zh-TW"),
        ("你們好啊！", "zh-TW"),
        ("начать", "ru"),
        ("Играть!", "ru"),
        ("开始", "zh"),
        ("開始遊戲", "zh-TW"),
        ("begin", "en"),
    ],
)
def test_greetings(text: str, language: str) -> None:
    """Greetings, and words that ask to begin, are known whatever their case and punctuation."""
    assert read(text) == Greet(language)


NEW_GAME = {"New game!": "en", "новая игра": "ru", "新游戏": "zh", "新遊戲": "zh-TW"}


@pytest.mark.parametrize(("text", "language"), NEW_GAME.items())
async def test_new_game(table: Table, text: str, language: str) -> None:
    """Words that ask for a new game are answered with how to begin one, even during a game."""
    assert read(text) == Greet(language, another=True)
    assert words(await table.ask(text))[-1].startswith("Begin with /newgame")
    begun = await table.shown("/newgame easy")
    goes_on = await table.ask(text)
    assert words(goes_on) == ["Your game goes on; start another with /newgame."]
    assert goes_on.screen
    assert goes_on.screen.number == begun.number


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("thanks", "en"),
        ("Thank you!", "en"),
        ("ok, thanks a lot 🙏", "en"),
        ("thx", "en"),
        ("спасибо", "ru"),
        ("Большое спасибо за игру!", "ru"),
        ("спс", "ru"),
        ("谢谢", "zh"),
        ("谢谢你！", "zh"),
        ("非常感谢", "zh"),
        ("謝謝", "zh-TW"),
        ("謝謝你喔～", "zh-TW"),
    ],
)
def test_thanks(text: str, language: str) -> None:
    """Thanks are recognised whatever their case and punctuation."""
    assert read(text) == Thank(language)


@pytest.mark.parametrize("text", ["👍", "👍🏽", "🙏🙏", "❤", "❤️", "👍 !"])
def test_thanks_without_words(text: str) -> None:
    """An emoji of thanks is recognised in any colour and number, and tells no language."""
    assert read(text) == Thank("")


@pytest.mark.parametrize("text", ["gg", "GG WP!", "good game", "гг", "хорошая игра", "好局！"])
def test_good_game(text: str) -> None:
    """Words like "good game" are recognised, not taken for a mistyped command."""
    said = read(text)
    assert isinstance(said, Thank)
    assert said.for_game


@pytest.mark.parametrize(
    ("text", "client", "said"),
    [
        ("thanks", "en", "You are welcome!"),
        ("спасибо", "", "Пожалуйста!"),
        ("谢谢", "zh-CN", "不客气！"),
        ("謝謝", "zh-TW", "不客氣！"),
        ("thanks", "ru", "Пожалуйста!"),
        ("👍", "zh-CN", "不客气！"),
        ("🙏", "", "You are welcome!"),
        ("gg", "en", "Good game!"),
        ("gg", "ru", "Хорошая игра!"),
        ("gg", "zh-CN", "玩得不错！"),
        ("gg", "zh-TW", "玩得不錯！"),
    ],
)
async def test_friendly_answer(table: Table, text: str, client: str, said: str) -> None:
    """Thanks are answered with a friendly word, and the game stays as it was."""
    await table.ask("/newgame easy", language=client)
    before = await table.board()
    reply = await table.ask(text, language=client)
    assert (words(reply), reply.screen) == ([said], None)
    assert await table.board() == before


@pytest.mark.parametrize("text", ["подсказка", "Подскажи!", "提示"])
def test_hint(text: str) -> None:
    """A hint can be asked for in words, too."""
    assert read(text) == Hint()


@pytest.mark.parametrize(
    "said",
    [
        small_talk._GREETINGS,
        small_talk._BEGINNINGS,
        small_talk._NEW_GAMES,
        small_talk._THANKS,
        small_talk._QUESTIONS,
    ],
)
def test_each_language_has_words(said: dict[str, object]) -> None:
    """Every language has words for greeting, thanking and beginning."""
    assert said.keys() == set(LANGUAGES)


@pytest.mark.parametrize(
    "text",
    [
        *("помощь", "Помоги!", "как играть?", "帮助", "怎么玩？", "說明"),
        *("правила игры", "玩法", "游戏规则", "遊戲規則"),
        *("What can you do?", "how do I play", "Что ты умеешь?", "你会什么？", "你能做什麼？"),
    ],
)
def test_help(text: str) -> None:
    """A request for help in one's own language gets it."""
    assert read(text) == Help()


@pytest.mark.parametrize(
    "text",
    [
        *("and how does one play?", "So how do you play this?", "hi, how to play"),
        *("а как играть?", "Привет! А как вообще в это играть?", "ну и что ты умеешь"),
        *("那怎么玩呢？", "请问这个怎么玩", "你好，請問要怎麼玩？", "规则是什么？"),
        *(
            "這個遊戲怎樣玩啊",
            "what are the rules?",
            "а какие правила?",
            "thanks, but how do I play",
        ),
        *("What is this?", "what's this bot", "how do I win", "Что это такое?", "а как выиграть?"),
        *("这是什么？", "这个怎么赢", "這是什麼遊戲", "要怎樣才能贏？"),
        *("how do I flag a cell?", "How to start", "как поставить флаг?", "а как открыть клетку"),
        *("как начать игру", "怎么插旗？", "如何开始", "怎麼標雷", "請問如何開格"),
    ],
)
def test_help_in_a_sentence(text: str) -> None:
    """A question how to play is recognised among other words, greetings and thanks."""
    assert read(text) == Help()


@pytest.mark.parametrize(
    "text",
    [
        "history",
        "hi a b c d",
        "hint the cell",
        "приветствие",
        "",
        "!",
        "thankful",
        "egg",
        "一局",
        "👎",
    ],
)
def test_no_greetings(text: str) -> None:
    """Text that only begins like a greeting, or says much more, is not taken for one."""
    assert read_small_talk(text) is None


@given(st.text())
@example("NOGUESS")
def test_anything(text: str) -> None:
    """Any text can be read; what it is told to ask for is read, and no move is a greeting."""
    meant = read_small_talk(text)
    assert isinstance(meant, Greet | Help | Hint | Thank | Misread | None)
    if isinstance(meant, Misread):
        assert isinstance(read(str(dict(meant.problem.args)["command"])), NewGame)
    assert not isinstance(read(f"hi {text} 3 4"), Greet | Help | Misread)


@pytest.mark.parametrize(
    ("text", "client", "language"),
    [
        ("hi", "en", "en"),
        ("привет", "", "ru"),
        ("你好", "tlh", "zh"),
        ("哈囉", "tlh", "zh-TW"),
        ("你好", "zh-hant", "zh-TW"),
        ("привет", "zh-CN", "zh"),
        ("привет", "en", "en"),
        ("hi", "kk", "ru"),
        ("hi", "", "en"),
    ],
)
async def test_language(table: Table, text: str, client: str, language: str) -> None:
    """A greeting's language is used only if neither the chat nor the platform has told one."""
    reply = await table.ask(text, language=client)
    assert words(reply)[0].startswith(BEGIN[language])
    assert (await table.ask("/help", language=client)).language == language


async def test_chosen_language(table: Table) -> None:
    """A language chosen for the chat is kept; in a group a greeting never sets it."""
    for said, language in (("hi", "en"), ("привет", "ru")):  # the first may come from anybody
        assert (await table.ask(said, language="")).language == language
    await table.ask("/language zh", language="")
    assert (await table.ask("привет", language="")).language == "zh"
    table.chat, table.private = "test:group", False
    assert (await table.ask("привет", language="")).language == "en"


async def test_greeted_in_a_game(table: Table) -> None:
    """A player who greets in the middle of a game is shown it."""
    await table.ask("/newgame easy")
    begun = await table.shown("3 4")
    greeted = await table.ask("hello")
    assert words(greeted) == ["Welcome back. Your game goes on:"]
    assert greeted.screen
    assert greeted.screen.board == begun.board


@pytest.mark.parametrize("said", ["hello", "new game"])
@pytest.mark.parametrize("text", ["/newgame easy", "/tournament 2 easy"])
async def test_another_players_game(table: Table, text: str, said: str) -> None:
    """In a group a player who greets is not told that others' game is theirs."""
    table.private = False
    await table.ask(text, "bob")
    how = "A game is being played here; start your own with /newgame."
    reply = await table.ask(said)
    assert words(reply) == [how]
    assert reply.screen
    assert await table.say(said, "bob") != [how]
    await table.ask("a1")
    assert await table.say(said) != [how], "who has moved on it plays it as well"


@pytest.mark.parametrize(
    ("written", "command"),
    [
        ("expert no guess", "/newgame expert no guess"),
        ("эксперт без угадывания", "/newgame эксперт без угадывания"),
        ("高级无猜", "/newgame 高级无猜"),
        ("new game expert", "/newgame expert"),
        ("Новая игра: эксперт", "/newgame эксперт"),
        ("新游戏 高级", "/newgame 高级"),
        ("10 на 10 15 мин", "/newgame 10 на 10 15 мин"),
        ("стоп", "/giveup"),
    ],
)
def test_wishes(written: str, command: str) -> None:
    """Words that only describe a game are answered with the whole command; no game begins."""
    assert read(written) == Misread(Text("unknown.near", command=command))
    assert not isinstance(read(command), Misread)


@pytest.mark.parametrize(
    "written",
    [
        *("new game of thrones", "10 10 10", "3x4 5", "easy peasy 2", "играли без угадывания"),
        "casual " * 1000,
    ],
)
def test_no_wishes(written: str) -> None:
    """Other words, and numbers alone, are not suggested as a game."""
    suggested = Misread(Text("unknown.near", command=f"/newgame {written.strip()}"))
    assert read(written) != suggested
    assert not isinstance(read(written), NewGame)


@given(
    st.lists(
        st.sampled_from(
            [
                *("row", "column", "3", "4", "строка", "столбец", "ряд", "三行四列", "第3行"),
                *(
                    "expert",
                    "лёгкий",
                    "高级",
                    "no",
                    "guess",
                    "без",
                    "угадывания",
                    "вслепую",
                    "无猜",
                ),
                *(
                    "новая",
                    "игра",
                    "新游戏",
                    "10",
                    "на",
                    "x",
                    "мин",
                    "mines",
                    "lives",
                    "жизни",
                    "c3",
                ),
            ]
        ),
        max_size=8,
    ),
    st.text("abdegxzбгджзилпя", min_size=4, max_size=9),
    st.integers(0, 8),
)
def test_ordinary_talk(words: list[str], other: str, at: int) -> None:
    """Without a command no sentence begins a game, and none with an unknown word is a move."""
    assert not isinstance(read(" ".join(words)), NewGame)
    action = read(" ".join([*words[:at], other, *words[at:]]))
    assert not isinstance(action, NewGame)
    assert not asks_moves(action)
