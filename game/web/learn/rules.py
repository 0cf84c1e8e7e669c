"""The rules of a game in sentences, each made from the traits that the code plays by.

What is true of every draughts game is in the templates.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.rules import HOUSE_RULE_OPTIONS, Notation, Side, Variant, squares_of
from game.rules.draws import NOTHING, DrawCounter, Event, always
from game.web.board.labels import COUNTERS
from game.web.shared import wording
from game.web.shared.labels import WORDS, listed
from game.web.shared.terms import SIDES, row_number, sorted_squares, square_range, squares

COMPARED = (
    "Moves first",
    "Men jump",
    "Kings",
    "Of several jumps",
    "A man on the far row in mid-jump",
)
"""What games differ in; ``RulesText.in_brief`` has the answers in this order."""
SHADES = {Side.BLACK: "darker", Side.WHITE: "lighter"}


@dataclass(frozen=True)
class RulesText:
    """The rules of one game as text; each template picks the parts it needs."""

    variant: Variant

    @property
    def in_short(self) -> str:
        """What sets this game apart from its relatives, in a sentence."""
        men = (
            "also capture backward" if self.variant.men_capture_backward else "capture forward only"
        )
        kings = "fly along their diagonals" if self.variant.king_is_flying else "go one square"
        take = "the most you can take" if self.variant.capture_precedence else "any jump you like"
        return f"Men {men}, kings {kings}, you take {take}, and {self.first} moves first."

    @property
    def in_brief(self) -> list[str]:
        """A few words on each of ``COMPARED``."""
        is_back, is_most = self.variant.men_capture_backward, self.variant.capture_precedence
        return [
            self.first,
            "forward and backward" if is_back else "forward only",
            "fly any distance" if self.variant.king_is_flying else "go one square",
            "the one that takes the most" if is_most else "any, to its end",
            "goes on as a man" if is_back else "is crowned and stops",
        ]

    @property
    def first(self) -> str:
        """The side that begins, whatever game the reader is playing."""
        with wording.about(self.variant):
            return SIDES[self.variant.first_to_move]

    @property
    def kit(self) -> str:
        """The board and the pieces."""
        board, men = self.variant.board, self.variant.men_per_side
        return (
            f"A board of {board.rows} by {board.columns} squares, light and dark in turn, and "
            f"{2 * men} round pieces: {men} of one colour and {men} of another. Here the two "
            f"sides are called {SIDES[Side.BLACK]} and {SIDES[Side.WHITE]}."
        )

    @property
    def corner(self) -> str:
        """How to place the board, and which squares are used."""
        hand = "left" if self.variant.board.dark_corner_is_left else "right"
        return (
            f"Lay the board so that both players have a dark square in the near corner at their "
            f"{hand} hand. Pieces only ever stand on the {self.variant.board.size} dark squares."
        )

    @property
    def men_placed(self) -> str:
        """Where the men stand at the start."""
        board, rows = self.variant.board, self.variant.rows_of_men
        return (
            f"Each side fills the {WORDS[rows]} rows nearest to it: {board.columns // 2} men in a "
            f"row, {self.variant.men_per_side} in all. "
            f"{WORDS[board.rows - 2 * rows].capitalize()} rows in the middle stay empty."
        )

    @property
    def naming(self) -> str:
        """How squares are named, and where each side's men stand by those names."""
        return f"{square_range(self.variant)} {listed(self._camp(side) for side in Side)}."

    def _camp(self, side: Side) -> str:
        men = list(squares_of(self.variant.start.men(side)))
        if wording.active().notation(self.variant) is Notation.NUMERIC:
            return f"{SIDES[side]} begins on {squares((men[0], men[-1]), self.variant, 'to')}"
        places = (self.variant.board.places[men[0] - 1], self.variant.board.places[men[-1] - 1])
        near, far = sorted(row_number(row, self.variant) for row, _ in places)
        return f"{SIDES[side]} begins on rows {near} to {far}"

    @property
    def first_mover(self) -> str:
        """Who begins."""
        shade = SHADES[self.variant.first_to_move]
        begins = f"{self.first} has the first move."
        if wording.active().beginner_is_red:
            return begins  # Red is neither the darker nor the lighter of that pair.
        return f"{begins} At a table whoever has the {shade} pieces begins."

    @property
    def man_jumps(self) -> str:
        """In which directions men capture."""
        if self.variant.men_capture_backward:
            return "Men step forward only, but they jump both forward and backward."
        return "Men jump forward only, just as they step; only kings jump backward."

    @property
    def choice(self) -> str:
        """What may be chosen among several captures."""
        if not self.variant.capture_precedence:
            return (
                "If there are several jumps to choose from, take whichever you like. There is no "
                "rule that you must take the most pieces, but the way you choose has to be jumped "
                "to its end."
            )
        return (
            "If there are several jumps to choose from, you must take the one that captures the "
            "most pieces; a king counts for no more than a man. Between jumps that take equally "
            "many you may choose."
        )

    @property
    def removal(self) -> str:
        """When captured pieces leave the board."""
        if self.variant.removes_in_passing:
            return "Each piece leaves the board as soon as it has been jumped."
        return (
            "Jumped pieces are taken off when the move has ended, not before. Until then they "
            "stand in the way, and none can be jumped a second time."
        )

    @property
    def crown_rows(self) -> str:
        """Where men are crowned."""
        rows = []
        for side in Side:
            where = sorted_squares(squares_of(self.variant.crownheads[side]), self.variant)
            rows.append(f"{SIDES[side]} is crowned on {squares(where, self.variant, 'or')}")
        return f"{listed(rows)}."

    @property
    def king(self) -> str:
        """How a king moves and captures."""
        if self.variant.king_is_flying:
            return (
                "A king flies: it moves any number of empty squares along a diagonal, forward or "
                "backward. It jumps from afar too: over one enemy piece anywhere on its diagonal, "
                "if the squares up to it and the one behind it are empty, and lands on any empty "
                "square behind. If it can jump on from one of those squares, it lands where the "
                "jump goes on."
            )
        return (
            "A king moves one square diagonally, forward or backward, and jumps over a piece next "
            "to it in all four directions. It may turn between the jumps of one move."
        )

    @property
    def crowned_in_passing(self) -> str:
        """What happens to a man that reaches the far row in the middle of a capture."""
        if self.variant.promotes_in_passing:
            return (
                "A man that touches the far row in the middle of a capture is crowned at once and "
                "goes on jumping as a king in the same move."
            )
        if self.variant.men_capture_backward:
            return (
                "A man that touches the far row in the middle of a capture and can jump on must "
                "jump on, as a man, and is not crowned. It is crowned only where its move ends."
            )
        return (
            "A man that jumps onto the far row is crowned and stops there, even if the new king "
            "could jump another piece from that square. It has to wait for its next turn."
        )

    @property
    def draws(self) -> list[str]:
        """What ends the game as a draw automatically, a line for each rule."""
        times = self.variant.max_repetitions
        same = f"The same position, with the same side to move, has stood {times} times."
        return [same, *(_describe_counter(counter) for counter in self.variant.draw_counters)]

    @property
    def counts_endings(self) -> bool:
        """Whether some draw rule counts only while certain pieces are left."""
        return any(counter.runs is not always for counter in self.variant.draw_counters)

    @property
    def main_road(self) -> str:
        """The long diagonal, if a draw rule mentions it."""
        if all(counter.kind != "main road" for counter in self.variant.draw_counters):
            return ""
        road = sorted_squares(squares_of(self.variant.board.main_road), self.variant)
        ends = squares((road[0], road[-1]), self.variant, "to")
        return (
            f"The main road is the long diagonal, {ends}. Three kings cannot win against one that "
            f"holds it: remember it when you are behind."
        )

    @property
    def bridge(self) -> str:
        """The two back men that keep kings out longest; no two men stop a flying king."""
        if self.variant.king_is_flying:
            return ""
        held = []
        for side, (one, other) in ((Side.BLACK, (0, 2)), (Side.WHITE, (1, 3))):
            row = list(squares_of(self.variant.crownheads[side.other]))
            two = sorted_squares((row[one], row[other]), self.variant)
            held.append(f"{SIDES[side]}’s on {squares(two, self.variant)}")
        return f"Two men nearly suffice, {listed(held)}: players call them the bridge."

    @property
    def king_worth(self) -> str:
        """What a king is worth."""
        if self.variant.king_is_flying:
            return (
                "A king that flies is worth two men at least, often three: it can strike from the "
                "other end of the board. Getting the first one decides many games, so a man given "
                "for it is seldom too much."
            )
        return (
            "A king is worth more than one man and less than two. Bring it back into the game at "
            "once: it is at its best behind enemy men, which cannot turn round."
        )

    @property
    def pieces(self) -> list[tuple[str, str, str]]:
        """Each kind of piece, how it moves and how it jumps."""
        both = "Diagonally forward or backward"
        man = both if self.variant.men_capture_backward else "Diagonally forward only"
        rows = [("Man", "One square diagonally forward", f"{man}, over a piece next to it")]
        if self.variant.king_is_flying:
            step, jump = "Any distance diagonally", "From any distance, to any empty square behind"
        else:
            step, jump = "One square diagonally, any way", f"{both}, over a piece next to it"
        return [*rows, ("King", step, jump)]

    @property
    def results(self) -> list[tuple[str, str]]:
        """Each way a game can end, and the result."""
        ends = [
            ("Your opponent has no pieces left", "You win"),
            ("It is your opponent’s turn and no piece can move", "You win"),
            ("A player resigns", "The other player wins"),
            ("Both players agree to a draw", "Draw"),
        ]
        return [*ends, *((line.rstrip("."), "Draw") for line in self.draws)]

    @property
    def house_rules(self) -> list[str]:
        """The house rules that players can agree on."""
        offer = HOUSE_RULE_OPTIONS[self.variant.rule_set]
        most = ["You must take the most pieces, as other games of the family have it."]
        limits = listed(
            [f"{plies} plies ({plies // 2} moves each)" for plies in offer.quiet_plies], "or"
        )
        own = (
            f"The game is drawn after {limits} without a capture or a man’s move, in place of the "
            f"counts above."
        )
        return [*(most if offer.takes_most else []), own]

    @property
    def questions(self) -> list[tuple[str, str]]:
        """Common questions about this game, with answers."""
        return [
            (
                "Do I have to jump?",
                "Yes. Whenever one of your pieces can jump, you must jump with one of them.",
            ),
            ("Do I have to take the most pieces?", self._most),
            ("Can a man jump backward?", self._backward),
            ("Can a king move more than one square?", self._far),
            (
                "Can I jump over my own piece, or over two pieces that stand in a row?",
                "No. Each jump goes over one enemy piece and needs an empty square behind it.",
            ),
            (
                "Can the same piece be jumped twice in one move?",
                "No. A king or a man may pass over the same empty square twice, but never over the "
                "same piece.",
            ),
            ("Who moves first?", self.first_mover),
            (
                "What if I overlook a jump?",
                "Here you cannot: when a jump is due, only jumps are offered. The old custom of "
                "“huffing”, taking away the piece that should have jumped, is not played.",
            ),
        ]

    @property
    def _most(self) -> str:
        if self.variant.capture_precedence:
            return "Yes: of all the jumps you have, only those that take the most are allowed."
        return "No. Any jump will do, short or long, as long as it is jumped to its end."

    @property
    def _backward(self) -> str:
        if self.variant.men_capture_backward:
            return "Yes. It steps forward only, but it may jump backward as well."
        return "No. Only kings jump backward."

    @property
    def _far(self) -> str:
        if self.variant.king_is_flying:
            return "Yes, as far as its diagonal is empty."
        return "No. Kings that fly along the diagonals belong to other games of the family."


def _describe_counter(counter: DrawCounter) -> str:
    where = str(COUNTERS[counter.kind])
    if counter.kind != "quiet":
        where += f"; {_RESTARTED[counter.reset_by]}"
    elif counter.runs is not always:
        where += ", unless both sides have kings and 4 to 7 pieces are left in all"
    return f"{counter.plies} plies ({counter.plies // 2} moves each) {where}."


_RESTARTED = {
    NOTHING: "nothing restarts this count",
    Event.CAPTURE | Event.CROWNING: "a capture or a crowning restarts this count",
}
"""What restarts a counter, for counters whose label does not say so."""
