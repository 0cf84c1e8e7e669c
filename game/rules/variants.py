"""The table of games. Each block is one rulebook; each line names its article.

To add a game, add a block here, a line in ``VARIANTS`` and its perft counts in the tests.
Article numbers are those of the rulebook named above the block. Limits are in plies.
"""

from __future__ import annotations

from dataclasses import replace

from game.rules.draws import (
    NOTHING,
    DrawCounter,
    Event,
    always,
    king_against_king,
    middle_ending,
    one_piece_each,
    outside_small_endings,
    small_ending,
    three_kings_against_one,
    three_pieces_against_king,
    three_pieces_against_main_road,
    two_kings_against_one,
    two_pieces_against_king,
)
from game.rules.geometry import Board, Corner, Lines, Side
from game.rules.variant import Notation, Precedence, Variant

_PROGRESS = Event.CAPTURE | Event.MANS_MOVE
_NEW_PIECES = Event.CAPTURE | Event.CROWNING

# World Checkers Draughts Federation, rules of draughts (checkers), section 1; lines without a
# number come from the same section, which is numbered differently from edition to edition
ENGLISH = Variant(
    key="english",
    name="English checkers",
    pdn_game_type="21,B,8,8,N1,0",
    board=Board(dark_corner_is_left=True),  # 1.4 a dark square on each player's left
    rows_of_men=3,
    first_to_move=Side.BLACK,  # the darker pieces
    king_is_flying=False,  # a king moves one square
    men_capture_backward=False,  # a man captures forward
    capture_precedence=(),  # 1.20 any way to jump may be chosen
    max_repetitions=3,  # 1.32.1
    draw_counters=(
        DrawCounter("quiet", "WCDF 1.32.2", 80, always, _PROGRESS),  # 40 moves each
    ),
    notation=Notation.NUMERIC,
)

# FMJD section 64, rules of Russian and Brazilian draughts (fmjd64.org)
_FMJD64_COUNTERS = (
    DrawCounter("three kings", "FMJD-64 7.2.4", 30, three_kings_against_one, NOTHING),
    DrawCounter("quiet", "FMJD-64 7.2.5", 30, outside_small_endings, _PROGRESS),
    DrawCounter("small ending", "FMJD-64 7.2.6", 60, small_ending, _NEW_PIECES),
    DrawCounter("middle ending", "FMJD-64 7.2.6", 120, middle_ending, _NEW_PIECES),
    DrawCounter("main road", "FMJD-64 7.2.7", 10, three_pieces_against_main_road, NOTHING),
    DrawCounter("lone king", "FMJD-64 7.2.8", 10, two_pieces_against_king, NOTHING),
)
BRAZILIAN = Variant(
    key="brazilian",
    name="Brazilian draughts",
    pdn_game_type="26,W,8,8,A0,0",
    board=Board(dark_corner_is_left=True),  # 1.1
    rows_of_men=3,  # 2.2
    first_to_move=Side.WHITE,  # 2.3
    king_is_flying=True,  # 3.7
    men_capture_backward=True,  # 4.2
    promotes_in_passing=False,  # 4.12 crowned only where the move ends
    capture_precedence=(Precedence.QUANTITY,),  # 4.13 the most pieces, men and kings alike
    max_repetitions=3,  # 7.2.3
    draw_counters=_FMJD64_COUNTERS,
    notation=Notation.ALGEBRAIC,
)
RUSSIAN = replace(
    BRAZILIAN,
    key="russian",
    name="Russian draughts",
    pdn_game_type="25,W,8,8,A0,0",
    promotes_in_passing=True,  # 4.5
    capture_precedence=(),  # 4.6 free choice, but the capture must be completed
    capture_sign=":",
)

# American Pool Checkers Association (americanpoolcheckers.us)
POOL = replace(
    BRAZILIAN,
    key="pool",
    name="Pool checkers",
    pdn_game_type="23,B,8,8,N1,0",
    first_to_move=Side.BLACK,
    capture_precedence=(),
    draw_counters=(
        DrawCounter("quiet", "FMJD-64 7.2.5", 30, always, _PROGRESS),
        DrawCounter("three kings", "APCA 13 moves", 26, three_kings_against_one, NOTHING),
    ),
    notation=Notation.NUMERIC,
)

# FMJD Annex 1, official rules of international draughts
INTERNATIONAL = replace(
    BRAZILIAN,
    key="international",
    name="International draughts",
    pdn_game_type="20,W,10,10,N2,0",
    board=Board(rows=10, columns=10),  # 1.2
    rows_of_men=4,  # 2.2
    draw_counters=(
        DrawCounter("quiet", "FMJD Annex 1, 6.2", 50, always, _PROGRESS),
        DrawCounter(
            "three pieces",
            "FMJD Annex 1, 6.3",
            32,
            three_pieces_against_king,
            NOTHING,
            # When one of the three is captured, 6.4's five moves start, but the sixteen go on
            lasts=two_pieces_against_king,
        ),
        DrawCounter("lone king", "FMJD Annex 1, 6.4", 10, two_pieces_against_king, NOTHING),
    ),
    notation=Notation.NUMERIC,
)

CANADIAN = replace(
    INTERNATIONAL,
    key="canadian",
    name="Canadian checkers",
    pdn_game_type="27,W,12,12,N2,0",
    board=Board(rows=12, columns=12),
    rows_of_men=5,
    draw_counters=(
        DrawCounter("quiet", "as FMJD Annex 1, 6.2", 50, always, _PROGRESS),
        DrawCounter("three kings", "16 moves each", 32, three_kings_against_one, NOTHING),
    ),
)

# Frisian draughts, official rules 2011
FRISIAN = replace(
    INTERNATIONAL,
    key="frisian",
    name="Frisian draughts",
    pdn_game_type="40,W,10,10,N2,0",
    capture_lines=Lines.ALL,  # a capture goes in eight directions
    capture_precedence=(Precedence.VALUE, Precedence.WITH_KING),  # 11
    max_same_king_moves=3,  # 17
    draw_counters=(
        # 7 moves each
        DrawCounter("two kings", "Frisian rules 2011, 18", 14, two_kings_against_one, NOTHING),
        DrawCounter("king against king", "Frisian rules 2011, 18", 4, king_against_king, NOTHING),
    ),
)

# Federazione Italiana Dama
ITALIAN = Variant(
    key="italian",
    name="Italian draughts",
    pdn_game_type="22,W,8,8,N2,1",
    board=Board(dark_corner_is_left=False),
    king_is_flying=False,
    men_capture_kings=False,
    capture_precedence=(
        Precedence.QUANTITY,
        Precedence.WITH_KING,
        Precedence.KINGS_TAKEN,
        Precedence.ORDER,
    ),
    draw_counters=(DrawCounter("quiet", "40 moves each", 80, always, _PROGRESS),),
)

# Federación Española de Damas
SPANISH = Variant(
    key="spanish",
    name="Spanish draughts",
    pdn_game_type="24,W,8,8,N1,1",
    board=Board(dark_corner_is_left=False, first_square=Corner.BOTTOM_RIGHT),
    capture_precedence=(Precedence.QUANTITY, Precedence.KINGS_TAKEN),
    draw_counters=(DrawCounter("quiet", "20 moves each", 40, always, _PROGRESS),),
)
PORTUGUESE = replace(
    SPANISH,
    key="portuguese",
    name="Portuguese draughts",
    pdn_game_type="28,W,8,8,N1,1",
)

# Česká federace dámy (fmjd.org/variant.php?p=czech)
CZECH = Variant(
    key="czech",
    name="Czech draughts",
    pdn_game_type="29,W,8,8,A0,0",
    capture_precedence=(Precedence.WITH_KING,),
    draw_counters=(DrawCounter("quiet", "15 moves each", 30, always, _PROGRESS),),
    notation=Notation.ALGEBRAIC,
)

# Turkish draughts as the world championships play it (en.wikipedia.org/wiki/Turkish_draughts)
TURKISH = Variant(
    key="turkish",
    name="Turkish draughts",
    pdn_game_type="30,W,8,8,A0,0",
    board=Board(plays_on_every_square=True),
    rows_of_men=2,
    rows_behind_men=1,
    move_lines=Lines.ORTHOGONAL,  # men step forward and sideways
    capture_lines=Lines.ORTHOGONAL,
    removes_in_passing=True,
    may_turn_back=False,
    capture_precedence=(Precedence.QUANTITY,),  # men and kings alike
    draw_counters=(
        # A move each, so that a piece that stands to be captured can be
        DrawCounter("one piece each", "one piece each", 2, one_piece_each, NOTHING),
        DrawCounter("quiet", "25 moves each", 50, always, _PROGRESS),
    ),
    notation=Notation.ALGEBRAIC,
)

# Makhos (mindsports.nl, Thai draughts; checkers.fandom.com, Mak-hot)
THAI = Variant(
    key="thai",
    name="Thai checkers",
    pdn_game_type="31,B,8,8,N2,0",
    board=Board(first_square=Corner.BOTTOM_RIGHT),  # as Black, who begins, sees it: top left
    rows_of_men=2,
    first_to_move=Side.BLACK,
    king_lands_next=True,
    removes_in_passing=True,  # and a king may turn back
    draw_counters=(DrawCounter("quiet", "25 moves each", 50, always, _PROGRESS),),
    capture_sign="-",
)

# Christian Freeling, Killer draughts (mindsports.nl)
KILLER = replace(
    INTERNATIONAL,
    key="killer",
    name="Killer draughts",
    king_stops_behind_king=True,
    draw_counters=(
        DrawCounter("quiet", "as FMJD Annex 1, 6.2", 50, always, _PROGRESS),
        DrawCounter("lone king", "as FMJD Annex 1, 6.4", 10, king_against_king, NOTHING),
    ),
)

# Marten Walinga, Frysk! (mindsports.nl)
FRYSK = replace(FRISIAN, key="frysk", name="Frysk!", rows_of_men=1)

VARIANTS: dict[str, Variant] = {
    variant.key: variant
    for variant in (
        ENGLISH,
        BRAZILIAN,
        RUSSIAN,
        POOL,
        INTERNATIONAL,
        ITALIAN,
        SPANISH,
        PORTUGUESE,
        CZECH,
        FRISIAN,
        CANADIAN,
        TURKISH,
        THAI,
        KILLER,
        FRYSK,
    )
}
"""Every game, by key."""
