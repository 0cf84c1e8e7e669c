"""The balances of pieces, one per slice of the endgame tables, and their arithmetic."""

from __future__ import annotations

from math import comb

from game.engine.kernel import layout

Balance = tuple[int, int, int, int]
"""Numbers of pieces: the side to move's men and kings, then the opponent's."""
MAX_PIECES = 5
MAN_SQUARES, SQUARES = 28, 32


def balances(pieces: int) -> list[Balance]:
    """Every balance with this many pieces and both sides present, in the order of solving."""
    found = [
        (men, kings, opp_men, pieces - men - kings - opp_men)
        for men in range(pieces + 1)
        for kings in range(pieces + 1 - men)
        for opp_men in range(pieces + 1 - men - kings)
        if 0 < men + kings < pieces
    ]
    # A promotion leads to a balance with fewer men.
    return sorted(found, key=lambda balance: (balance[0] + balance[2], balance))


def pairs(pieces: int) -> list[tuple[Balance, ...]]:
    """The same balances, each paired with its counterpart unless they are equal."""
    return [
        (balance,) if balance == counterpart(balance) else (balance, counterpart(balance))
        for balance in balances(pieces)
        if balance <= counterpart(balance)
    ]


def counterpart(balance: Balance) -> Balance:
    """The same balance from the opponent's point of view."""
    men, kings, opp_men, opp_kings = balance
    return opp_men, opp_kings, men, kings


def code_of(balance: Balance) -> int:
    """The balance as one number, as in ``slices.balance_of``."""
    return sum(number << 3 * at for at, number in enumerate(balance))


def size_of(balance: Balance) -> int:
    """The number of indices in a slice, holes included."""
    men, kings, opp_men, opp_kings = balance
    free = SQUARES - men - opp_men
    ways = comb(MAN_SQUARES, men) * comb(MAN_SQUARES, opp_men)
    return ways * comb(free, kings) * comb(free - kings, opp_kings)


def binomials() -> dict[int, int]:
    """The words at BINOMIALS."""
    return {
        layout.BINOMIALS + 64 * pieces + squares: comb(squares, pieces)
        for pieces in range(MAX_PIECES)
        for squares in range(SQUARES + 1)
    }
