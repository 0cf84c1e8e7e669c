"""A visitor who plays, repeating every move on their own board beside the browser.

After each move the first screen is compared with that board, before any key is pressed: whose turn
it is, what was played, how many pieces are left, and the first moves.
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
from tests.text_browsers.wording import SIDES, button_text, button_texts, counts, status

MOVE_LINE = re.compile(r"^\s*(?:[*•]\s+)?(?:\(\S+\) )?((?:Move|Jump) .+)$")
RECORD_LINE = re.compile(r"^\s*(\d+)\. (\S+(?: \S+)?)$")
FIRST_MOVES = 3
"""At least so many moves are on the first screen."""


FOOT = "Game as text"
"""The last link below the record, which ends a game's page."""


@dataclass(frozen=True)
class Effort:
    """What a move cost: all keys, and seconds from the last key to the next board."""

    keys: int
    seconds: float


class Player(Visitor):
    """A player, or two who share the device."""

    def __init__(
        self, browser: TextBrowser, terminals: Terminals, home: Path, *options: str
    ) -> None:
        super().__init__(browser, terminals, home, *options)
        self.game = Game(VARIANTS["english"])
        self.side: Side | None = Side.BLACK
        """The side played against the computer; None between friends."""
        self.efforts: list[Effort] = []

    whole_page = ""
    """All that was last read by `read_record`."""

    def begin(self, url: str) -> None:
        """Open the site for the first time: a game is ready to play."""
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
        """Choose a game on the page for a new one and start it."""
        self.open(f"{url}new?opponent={opponent}&variant={variant}", "New game")
        if opponent == "computer":
            if level != "Beginner":  # the default
                self.choose(level)
            self.choose(SIDES[side])
        self.send("Start game")
        self.side = side if opponent == "computer" else None
        self._see_one_of(self._boards_after(Game(VARIANTS[variant])))

    def play(self, move: Move) -> None:
        """Play a legal move by its button and check the result."""
        keys = self.terminal.keys_pressed
        self.send(button_text(move, self.game.variant))
        sent_at = time.monotonic()
        self.see_after(move)
        keys = self.terminal.keys_pressed - keys
        self.efforts.append(Effort(keys, time.monotonic() - sent_at))

    def see_after(self, move: Move) -> Screen:
        """Wait for the board after `move` and, if there is one, the computer's reply."""
        return self._see_one_of(self._boards_after(self.game.play(move)))

    def see_board(self, game: Game) -> Screen:
        """Wait for this very board, ready for the next move."""
        return self._see_one_of([game])

    def play_to_the_end(self, choose: Callable[[Game], Move]) -> None:
        """Play until the game is over."""
        while self.game.outcome is None:
            self.play(choose(self.game))

    @property
    def keys_per_move(self) -> float:
        """The average number of keys a move has cost, Enter included."""
        return mean(effort.keys for effort in self.efforts)

    def read_record(self) -> list[str]:
        """Read the page to its end; return the moves of its record."""
        lines: dict[int, list[str]] = {}
        page, self.whole_page = self.read(), ""
        while True:
            self.whole_page += page.text
            for line in page.lines:
                if found := RECORD_LINE.match(line):
                    lines[int(found[1])] = found[2].split()
            if FOOT in page.text:
                break
            page = self.read_on()
        assert sorted(lines) == list(range(1, len(lines) + 1))
        return [move for _, pair in sorted(lines.items()) for move in pair]

    def play_again(self) -> None:
        """Press Rematch on the page of a finished game."""
        self.go_to_top()
        self.send("Rematch")
        self._see_one_of(self._boards_after(Game(self.game.variant)))

    def _boards_after(self, game: Game) -> list[Game]:
        """Return the possible boards: the game itself or, on the computer's turn, after each reply.

        The page shows which reply the computer chose.
        """
        is_a_persons_turn = self.side in {None, game.position.side}
        if is_a_persons_turn or game.outcome is not None:
            return [game]
        return [game.play(reply) for reply in game.legal_moves]

    def _see_one_of(self, games: Iterable[Game]) -> Screen:
        by_status = {status(game, self.side): game for game in games}

        def shown(page: Screen) -> str:
            # "White moved 9 to 6" is also the beginning of "White moved 9 to 6, crowned".
            return max((text for text in by_status if text in page.text), key=len, default="")

        page = self.see_that(
            lambda page: bool(shown(page)) and self._shows(page, by_status[shown(page)]),
            f"status, counts and moves on the first screen, such as {next(iter(by_status))!r}",
        )
        self.game = by_status[shown(page)]
        return page

    def _shows(self, page: Screen, game: Game) -> bool:
        """Return whether the page has the counts and the first legal moves, in their order."""
        if counts(game, self.side) not in page.text:
            return False
        shown = [found[1] for line in page.lines if (found := MOVE_LINE.match(line))]
        if game.outcome is not None:
            return not shown and "Rematch" in page.text
        expected = button_texts(game)
        # The text of a long move continues on the next line.
        starts = zip(expected, shown, strict=False)
        are_right = all(text.startswith(begun) for text, begun in starts)
        return are_right and min(FIRST_MOVES, len(expected)) <= len(shown) <= len(expected)
