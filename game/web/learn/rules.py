"""The rules of a game in sentences, each made from the traits that the code plays by.

What is true of every draughts game is in the templates, words about draws and house rules are in
``game.web.learn.draw_rules``.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from game.rules import Notation, Side, Variant, squares_of
from game.rules.draws import always
from game.web.learn import draw_rules
from game.web.shared import wording
from game.web.shared.labels import number_word, paragraph
from game.web.shared.terms import (
    SIDES,
    row_number,
    sorted_squares,
    square_range,
    squares,
    squares_or,
)


def compared() -> tuple[str, ...]:
    """Return what games differ in; ``RulesText.in_brief`` has the answers in this order."""
    return (
        _("Moves first"),
        _("Men jump"),
        pgettext("pieces", "Kings"),
        _("With several jumps"),
        _("A man that reaches the king row in mid-jump"),
    )


@dataclass(frozen=True)
class RulesText:
    """The rules of one game as text; each template picks the parts it needs."""

    variant: Variant

    @property
    def in_short(self) -> str:
        """What sets this game apart from its relatives, a short sentence for each trait."""
        men = (
            _("Men capture forward and backward.")
            if self.variant.men_capture_backward
            else _("Men capture forward only.")
        )
        kings = (
            _("Kings fly along their diagonals.")
            if self.variant.king_is_flying
            else _("Kings move one square.")
        )
        take = (
            _("You must capture as many pieces as you can.")
            if self.variant.capture_precedence
            else _("You may choose any capture.")
        )
        first = _("%(side)s moves first.") % {"side": self.first}
        return paragraph((men, kings, take, first))

    @property
    def in_brief(self) -> list[str]:
        """A few words on each of ``compared``."""
        is_back, is_most = self.variant.men_capture_backward, self.variant.capture_precedence
        return [
            self.first,
            _("forward and backward") if is_back else _("forward only"),
            _("fly any distance") if self.variant.king_is_flying else _("move one square"),
            _("take the one that captures the most") if is_most else _("take any, and finish it"),
            _("jumps on as a man") if is_back else _("is crowned and stops"),
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
        return _(
            "You need a board of %(rows)d by %(columns)d squares, alternately light and dark, and "
            "%(pieces)d round pieces: %(men)d of one colour and %(men)d of another. Here the two "
            "sides are called %(black)s and %(white)s."
        ) % {
            "rows": board.rows,
            "columns": board.columns,
            "pieces": 2 * men,
            "men": men,
            "black": SIDES[Side.BLACK],
            "white": SIDES[Side.WHITE],
        }

    @property
    def corner(self) -> str:
        """How to place the board, and which squares are used."""
        if self.variant.board.dark_corner_is_left:
            place = _(
                "Turn the board so that each player has a dark square in the near left corner."
            )
        else:
            place = _(
                "Turn the board so that each player has a dark square in the near right corner."
            )
        used = _("Only the %(count)d dark squares are used.") % {"count": self.variant.board.size}
        return paragraph([place, used])

    @property
    def men_placed(self) -> str:
        """Where the men stand at the start."""
        board, rows = self.variant.board, self.variant.rows_of_men
        return _(
            "Each side fills the %(rows)s rows nearest to it: %(men)d men in a row, %(all)d in "
            "all. The %(empty)s rows in the middle are empty."
        ) % {
            "rows": number_word(rows),
            "men": board.columns // 2,
            "all": self.variant.men_per_side,
            "empty": number_word(board.rows - 2 * rows),
        }

    @property
    def naming(self) -> str:
        """How squares are named, and where each side's men stand by those names."""
        return paragraph((square_range(self.variant), *(self._camp(side) for side in Side)))

    def _camp(self, side: Side) -> str:
        men = list(squares_of(self.variant.start.men(side)))
        if wording.active().notation(self.variant) is Notation.NUMERIC:
            first, last = squares(men[:1], self.variant), squares(men[-1:], self.variant)
            return _("%(side)s starts on squares %(first)s to %(last)s.") % {
                "side": SIDES[side],
                "first": first,
                "last": last,
            }
        places = (self.variant.board.places[men[0] - 1], self.variant.board.places[men[-1] - 1])
        near, far = sorted(row_number(row, self.variant) for row, _column in places)
        return _("%(side)s starts on rows %(near)d to %(far)d.") % {
            "side": SIDES[side],
            "near": near,
            "far": far,
        }

    @property
    def first_mover(self) -> str:
        """Who begins."""
        begins = _("%(side)s moves first.") % {"side": self.first}
        if wording.active().beginner_is_red:
            return begins  # Red is neither the darker nor the lighter of that pair.
        shade = (
            _("On a real board, that is the player with the darker pieces.")
            if self.variant.first_to_move is Side.BLACK
            else _("On a real board, that is the player with the lighter pieces.")
        )
        return paragraph([begins, shade])

    @property
    def man_jumps(self) -> str:
        """In which directions men capture."""
        if self.variant.men_capture_backward:
            return _("Men move forward only, but they jump both forward and backward.")
        return _("Men jump forward only, just as they move. Only kings jump backward.")

    @property
    def choice(self) -> str:
        """What may be chosen among several captures."""
        if not self.variant.capture_precedence:
            return _(
                "If you have several jumps, take any of them. You don’t have to capture the most "
                "pieces, but you must finish the jump you start."
            )
        return _(
            "If you have several jumps, you must take the one that captures the most pieces. A "
            "king counts the same as a man. If two jumps capture equally many, choose either."
        )

    @property
    def removal(self) -> str:
        """When captured pieces leave the board."""
        if self.variant.removes_in_passing:
            return _("Each piece leaves the board as soon as it is jumped.")
        return _(
            "Jumped pieces leave the board only when the move is over. Until then they stay in the "
            "way, and you can’t jump the same piece twice."
        )

    @property
    def crown_rows(self) -> str:
        """Where men are crowned."""
        return paragraph(
            _("%(side)s is crowned on %(squares)s.")
            % {
                "side": SIDES[side],
                "squares": squares_or(
                    sorted_squares(squares_of(self.variant.crownheads[side]), self.variant),
                    self.variant,
                ),
            }
            for side in Side
        )

    @property
    def king(self) -> str:
        """How a king moves and captures."""
        if self.variant.king_is_flying:
            return _(
                "A king flies: it moves any number of empty squares along a diagonal, forward or "
                "backward. It can also jump from a distance. It jumps one enemy piece on its "
                "diagonal if the squares before it and the square behind it are empty, and it "
                "lands on any empty square behind. If it can jump again from one of those "
                "squares, it must land where the jump continues."
            )
        return _(
            "A king moves one square diagonally, forward or backward. It jumps over a piece next "
            "to it in any of the four directions, and it may turn between the jumps of one move."
        )

    @property
    def crowned_in_passing(self) -> str:
        """What happens to a man that reaches the king row in the middle of a capture."""
        if self.variant.promotes_in_passing:
            return _(
                "A man that reaches the king row in the middle of a jump becomes a king at once "
                "and continues the same move as a king."
            )
        if self.variant.men_capture_backward:
            return _(
                "A man that reaches the king row in the middle of a jump and can jump again must "
                "do so, and stays a man. It becomes a king only if its move ends on the king row."
            )
        return _(
            "A man that jumps onto the king row becomes a king and stops there, even if the new "
            "king could jump another piece. It has to wait for its next turn."
        )

    @property
    def draws(self) -> list[str]:
        """What ends the game as a draw automatically, a line for each rule."""
        return draw_rules.draws(self.variant)

    @property
    def sources(self) -> list[str]:
        """The articles that the draw limits come from."""
        return list(dict.fromkeys(counter.article for counter in self.variant.draw_counters))

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
        return _(
            "The main road is the long diagonal from %(first)s to %(last)s. Three kings can’t beat "
            "one king that holds it, so head there when you are behind."
        ) % {
            "first": squares(road[:1], self.variant),
            "last": squares(road[-1:], self.variant),
        }

    @property
    def bridge(self) -> str:
        """The two back men that keep kings out longest; no two men stop a flying king."""
        if self.variant.king_is_flying:
            return ""
        held = {}
        for side, (one, other) in ((Side.BLACK, (0, 2)), (Side.WHITE, (1, 3))):
            row = list(squares_of(self.variant.crownheads[side.other]))
            two = sorted_squares((row[one], row[other]), self.variant)
            held[side] = squares(two, self.variant)
        return _(
            "Two men guard it best: %(black)s’s on %(black_squares)s, or %(white)s’s on "
            "%(white_squares)s. Players call them the bridge."
        ) % {
            "black": SIDES[Side.BLACK],
            "black_squares": held[Side.BLACK],
            "white": SIDES[Side.WHITE],
            "white_squares": held[Side.WHITE],
        }

    @property
    def king_worth(self) -> str:
        """What a king is worth."""
        if self.variant.king_is_flying:
            return _(
                "A flying king is worth at least two men, often three, because it can strike from "
                "the other end of the board. The first king decides many games, so giving up a man "
                "to get it usually pays."
            )
        return _(
            "A king is worth more than one man but less than two. Bring it back into play at once: "
            "it is strongest behind enemy men, which can’t turn around."
        )

    @property
    def pieces(self) -> list[tuple[str, str, str]]:
        """Each kind of piece, how it moves and how it jumps."""
        both = _("Diagonally forward or backward, over a piece next to it")
        forward = _("Diagonally forward only, over a piece next to it")
        man_jumps = both if self.variant.men_capture_backward else forward
        man = (pgettext("piece", "Man"), _("One square diagonally forward"), man_jumps)
        if self.variant.king_is_flying:
            moves = _("Any distance diagonally")
            jumps = _("From any distance, to any empty square behind the piece")
        else:
            moves, jumps = _("One square diagonally, in any direction"), both
        return [man, (pgettext("piece", "King"), moves, jumps)]

    @property
    def results(self) -> list[tuple[str, str]]:
        """Each way a game can end, and the result."""
        draw = pgettext("result", "Draw")
        return [
            (_("Your opponent has no pieces left"), _("You win")),
            (_("It is your opponent’s turn and none of their pieces can move"), _("You win")),
            (_("A player resigns"), _("The other player wins")),
            (_("Both players agree to a draw"), draw),
            *((line.rstrip("."), draw) for line in self.draws),
        ]

    @property
    def house_rules(self) -> list[str]:
        """The house rules that players can agree on."""
        return draw_rules.house_rules(self.variant)

    @property
    def questions(self) -> list[tuple[str, str]]:
        """Common questions about this game, with answers."""
        return [
            (_("Do I have to jump?"), _("Yes. If any of your pieces can jump, you must jump.")),
            (_("Do I have to capture the most pieces?"), self._most),
            (_("Can a man jump backward?"), self._backward),
            (_("Can a king move more than one square?"), self._far),
            (
                _("Can I jump over my own piece, or over two pieces in a row?"),
                _("No. Each jump goes over one enemy piece and needs an empty square behind it."),
            ),
            (
                _("Can I jump the same piece twice in one move?"),
                _("No. You may cross the same empty square twice, but never the same piece."),
            ),
            (_("Who moves first?"), self.first_mover),
            (
                _("What if I miss a jump?"),
                _(
                    "Here you can’t: when you must jump, only jumps are offered. The old custom of "
                    "“huffing”, removing the piece that should have jumped, is not used."
                ),
            ),
        ]

    @property
    def _most(self) -> str:
        if self.variant.capture_precedence:
            return _("Yes. Of all your jumps, only those that capture the most are allowed.")
        return _("No. Any jump will do, short or long, but you must finish the jump you start.")

    @property
    def _backward(self) -> str:
        if self.variant.men_capture_backward:
            return _("Yes. A man moves forward only, but it may jump backward.")
        return _("No. Only kings jump backward.")

    @property
    def _far(self) -> str:
        if self.variant.king_is_flying:
            return _("Yes, as far as its diagonal is empty.")
        return _("No. Flying kings belong to other kinds of checkers.")
