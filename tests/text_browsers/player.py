"""A visitor who plays, with a board of their own beside the browser: every move is repeated there.

What the site shows is held against that board after each move, on the first screen, without a key
pressed: whose turn it is, what was played, how many pieces are left, and the first moves.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from game.rules import VARIANTS, Game, Move, Side
from tests.text_browsers.browsers import TextBrowser
from tests.text_browsers.terminal import Screen, Terminals
from tests.text_browsers.visitor import Visitor
from tests.text_browsers.wording import SIDES, counts, news, order, orders

MOVE_LINE = re.compile(r"^\s*(?:[*•]\s+)?(?:\(\S+\) )?((?:Move|Jump) .+)$")
RECORD_LINE = re.compile(r"^\s*(\d+)\. (\S+(?: \S+)?)$")
FIRST_MOVES = 3
"""As many moves at least are on the first screen."""
OPPONENTS = {"computer": "Computer", "friend": "A friend on this device"}


FOOT = re.compile(r"Level: \w+\.|Pass the device on")
"""The last line of a game's page."""


@dataclass(frozen=True)
class Effort:
    """What a move cost: all keys, and seconds from the last key until the next board stood."""

    keys: int
    seconds: float


class Player(Visitor):
    """Somebody who plays, or two who share the device."""

    def __init__(
        self, browser: TextBrowser, terminals: Terminals, home: Path, *options: str
    ) -> None:
        super().__init__(browser, terminals, home, *options)
        self.game = Game(VARIANTS["english"])
        self.side: Side | None = Side.BLACK
        """The side played against the computer; None between friends."""
        self.efforts: list[Effort] = []

    foot = ""
    """The last screen that `read_record` read."""

    def begin(self, url: str) -> None:
        """Open the site for the first time: there is a game to play, nothing needs choosing."""
        self.open(url, "Crownhead")
        self._see_one_of([self.game])

    def choose_game(
        self,
        url: str,
        variant: str,
        opponent: str,
        side: Side = Side.BLACK,
        level: str = "Beginner",
    ) -> None:
        """Choose a game on the page for it, and begin."""
        self.open(f"{url}new", "New game")
        self.choose(VARIANTS[variant].name)
        self.choose(OPPONENTS[opponent])
        self.choose(SIDES[side])
        if level != "Beginner":  # which is chosen already
            self.choose(level)
        self.send("Begin")
        self.side = side if opponent == "computer" else None
        self._see_one_of(self._boards_after(Game(VARIANTS[variant])))

    def play(self, move: Move) -> None:
        """Play a legal move by its button and see what came of it."""
        keys = self.terminal.keys_pressed
        self.send(order(move, self.game.variant))
        sent_at = time.monotonic()
        self.see_after(move)
        keys = self.terminal.keys_pressed - keys
        self.efforts.append(Effort(keys, time.monotonic() - sent_at))

    def see_after(self, move: Move) -> Screen:
        """See the board after `move`, and after the computer's reply if it has one."""
        return self._see_one_of(self._boards_after(self.game.play(move)))

    def see_board(self, game: Game) -> Screen:
        """See this very board, ready for the next move."""
        return self._see_one_of([game])

    def play_to_the_end(self, choose: Callable[[Game], Move]) -> None:
        """Play until the page says that the game is over."""
        while self.game.outcome is None:
            self.play(choose(self.game))

    @property
    def keys_per_move(self) -> float:
        """What a move has cost on average, Enter included."""
        return mean(effort.keys for effort in self.efforts)

    def read_record(self) -> list[str]:
        """Read the page to its end; the moves so far, as its list shows them."""
        lines: dict[int, list[str]] = {}
        page = self.read()
        while True:
            for line in page.lines:
                if found := RECORD_LINE.match(line):
                    lines[int(found[1])] = found[2].split()
            if FOOT.search(page.text):
                self.foot = page.text
                break
            page = self.read_on()
        assert sorted(lines) == list(range(1, len(lines) + 1))
        return [move for _, pair in sorted(lines.items()) for move in pair]

    def play_again(self) -> None:
        """Press Play again on the page of a finished game."""
        self.go_to_top()
        self.send("Play again")
        self._see_one_of(self._boards_after(Game(self.game.variant)))

    def _boards_after(self, game: Game) -> list[Game]:
        """The game itself if a person moves or nobody does; else what the computer may make of it.

        The computer's choice is its own; the page tells which it was.
        """
        is_a_persons_turn = self.side in {None, game.position.side}
        if is_a_persons_turn or game.outcome is not None:
            return [game]
        return [game.play(reply) for reply in game.legal_moves]

    def _see_one_of(self, games: Iterable[Game]) -> Screen:
        told = {news(game, self.side): game for game in games}

        def shown(page: Screen) -> str:
            # "White moved 9 to 6" is also the beginning of "White moved 9 to 6, crowned".
            return max((text for text in told if text in page.text), key=len, default="")

        page = self.see_that(
            lambda page: bool(shown(page)) and _stands_on(page, told[shown(page)]),
            f"news, counts and moves on the first screen, such as {next(iter(told))!r}",
        )
        self.game = told[shown(page)]
        return page


def _stands_on(page: Screen, game: Game) -> bool:
    """Whether the counts are there and the buttons are the first legal moves, in their order."""
    if counts(game) not in page.text:
        return False
    shown = [found[1] for line in page.lines if (found := MOVE_LINE.match(line))]
    if game.outcome is not None:
        return not shown and "Play again" in page.text
    expected = orders(game)
    # The words of a long move go on in the next line.
    are_right = all(words.startswith(begun) for words, begun in zip(expected, shown, strict=False))
    return are_right and min(FIRST_MOVES, len(expected)) <= len(shown) <= len(expected)
