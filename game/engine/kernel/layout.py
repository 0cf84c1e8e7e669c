"""Where everything lies in the workspace. Offsets are in words and fixed when compiled."""

MAX_PLY = 128
"""Deeper than any search goes, captures played out included."""
MAX_MOVES = 512
"""More than any position has: twenty flying kings on a large board come to about 300."""
MAX_VISITED = 4096
"""Stations of one piece's captures that are told apart; any beyond are followed twice."""
MAX_EARLIER = 256
"""Positions of the game before the search that may come back."""
MAX_COUNTERS = 8
SQUARES = 64

# The rules, written once for a variant.

R_ALL = 0
"""The set of all squares."""
R_STEP = 1
"""Squares in a row: the shorter of the two diagonal shifts."""
R_FLYING = 2
"""Whether kings are long-ranged."""
R_BACKWARD = 3
"""Whether men capture backward."""
R_MEN_CAPTURE_KINGS = 4
R_PROMOTES_IN_PASSING = 5
"""Whether a man crowned in mid-capture goes on as a king."""
R_CROWNHEAD = 6
"""Two words: the king row of Black and of White."""
R_HAS_ORDER = 8
"""Whether the order in which kings are taken is among the keys of precedence."""
R_KEYS = 9
"""How many keys of capture precedence there are; their codes follow."""
R_MAIN_ROAD = 15
R_COUNTERS = 16
"""How many draw counters there are; COUNTER_WORDS of each follow."""
COUNTER_WORDS = 4
"""Code of where it runs, its limit, the events that restart it, code of where it also goes on."""
R_LAST = 50
"""The number of the last square: a square and its counterpart for the other side add up to it."""

KEY_QUANTITY, KEY_WITH_KING, KEY_KINGS_TAKEN, KEY_ORDER = 1, 2, 3, 4
"""Codes of ``game.rules.variant.Precedence``."""
ALWAYS, SMALL, MIDDLE, OUTSIDE, THREE_KINGS, MAIN_ROAD, THREE_PIECES, TWO_PIECES = range(1, 9)
"""Codes of the conditions in ``game.rules.draws``; 0 is never."""
CAPTURE, MANS_MOVE, CROWNING = 1, 2, 4
"""Bits of ``game.rules.draws.Event``."""

# The search under way.

S_BEST_RANK = 64
"""The rank of the captures collected so far in one position."""
S_VISITED = 65
"""How many stations stand at VISITED."""
S_NODES = 66
S_NODE_LIMIT = 67
"""0 is none."""
S_DEADLINE = 68
"""Nanoseconds of the monotonic clock; 0 is none."""
S_STOP_AT = 69
"""Address of a word: the moment, on the same clock, to stop at; others may set it. 0 is none."""
S_STOPPED = 70
"""Not 0 once a limit was reached: whatever is returned after that means nothing."""
S_EARLIER = 71
"""How many keys of earlier positions stand at PATH."""
S_BEST_MOVE = 72
"""Index of the best move of the root so far."""
S_AGE = 73
"""Number of the search, so that the table prefers what is new."""
S_PLAIN = 74
"""Not 0: every ply costs depth, forced or not, late in the list or not."""
S_PROBE_LIMIT = 75
"""Most pieces with which the search asks the endgame tables; 0 is never."""

VISITED = 96
PATH = VISITED + 2 * MAX_VISITED
"""Keys of the game's earlier positions, then of the line being looked at."""
COUNTS = PATH + MAX_EARLIER + MAX_PLY
"""By ply: what each draw counter shows plus one, or 0 where it does not run."""
KILLERS = COUNTS + MAX_PLY * MAX_COUNTERS
HISTORY = KILLERS + 2 * MAX_PLY
"""By side, from, to: how much a quiet move has cut so far."""
ZOBRIST = HISTORY + 2 * SQUARES * SQUARES
"""By side, man or king, square; then the word of White to move."""
ZOBRIST_WHITE = ZOBRIST + 4 * SQUARES

E_COUNTS = ZOBRIST_WHITE + 1
"""What the last evaluation counted: one signed number a term, White's less Black's."""
E_ENTRIES = E_COUNTS + 16
"""The entries of PATTERNS that the last evaluation added up."""

WEIGHTS = E_ENTRIES + 16
"""What the evaluation adds up. A weight is a pair in one word: early in the low half, late in the
high half, both signed, in sixteenths of a centimen. Here one for each term, in the order T_."""
TERMS = 16
(
    T_MAN, T_KING, T_MOBILITY, T_KING_MOBILITY, T_TRAPPED, T_MAIN_ROAD, T_BRIDGE, T_GUARD, T_DOUBLE_CORNER,
    T_DOG_HOLE, T_OPPOSITION, T_SIDE_TO_MOVE, T_IMBALANCE, T_EXPOSED,
    T_THREAT,
) = range(15)  # fmt: skip
W_PHASE = WEIGHTS + TERMS
"""65536 over the pieces at the start: what one piece adds to how early it is."""
W_BRIDGE = W_PHASE + 1
"""Sets of squares as White has them, and in the next word as Black does."""
W_DOUBLE_CORNER = W_BRIDGE + 2
W_DOG_HOLE = W_DOUBLE_CORNER + 2
W_SYSTEM = W_DOG_HOLE + 2
"""Every second row, beginning with the side's own: the parity of what stands there is the move."""
W_EDGE = W_SYSTEM + 2
"""The rows and columns at the rim."""
W_LEFT = W_EDGE + 1
"""The half of each row at White's left."""
W_KING_AT = W_LEFT + 1
"""A White king by square."""
DIGITS = W_KING_AT + SQUARES
"""For each set of squares of two rows: four numbers of base three, 16 bits each."""
PATTERNS = DIGITS + 1024
"""Sixteen tables of PATTERN_ENTRIES: the men on eight squares, empty 0, White 1, Black 2."""
PATTERN_ENTRIES = 6561
PATTERN_TABLES = 16
PATTERNS_END = PATTERNS + PATTERN_TABLES * PATTERN_ENTRIES
PAIRS = PATTERNS_END
"""Ten tables of PAIR_SIDE squared: what two pieces on two squares are worth to the side to move,
which goes up. Among two of a kind of one side are those of a piece with itself: a piece alone."""
PAIR_SIDE = 36
"""The squares of an 8 by 8 board as the engine numbers them, with gaps; others have no pairs."""
PAIR_TABLES = 10
(
    PAIR_OWN_KINGS, PAIR_KING_MAN, PAIR_KING_OTHER_KING, PAIR_KING_OTHER_MAN,
    PAIR_OTHER_KINGS, PAIR_OTHER_KING_OTHER_MAN, PAIR_OTHER_KING_MAN,
    PAIR_OWN_MEN, PAIR_OTHER_MEN, PAIR_MAN_OTHER_MAN,
) = range(10)  # fmt: skip
W_HAS_PAIRS = PAIRS + PAIR_TABLES * PAIR_SIDE * PAIR_SIDE
"""Whether there are weights of pairs."""
WEIGHTS_END = W_HAS_PAIRS + 1

BINOMIALS = WEIGHTS_END
"""Binomial numbers: n over k stands at 64 k + n."""
SLICES = BINOMIALS + 64 * 5
"""By balance of pieces (``slices.balance_of``): where that slice of the endgame tables lies in
memory, as an address and how it is written; 0 where there is none."""

GUIDE = SLICES + 4096
"""Address of what shows the way in known wins without a distance (``guide``); 0 is none."""

MOVES = GUIDE + 1
"""By ply: two words a move. From, to and a crowning bit; then the set of squares taken."""
SCORES = MOVES + 2 * MAX_PLY * MAX_MOVES
"""By ply: how soon each move is to be tried."""
TABLE = SCORES + MAX_PLY * MAX_MOVES
"""The transposition table: two words an entry."""
TABLE_BITS = 20
WORDS = TABLE + (2 << TABLE_BITS)
"""The whole workspace, in words of 8 bytes: 18 MB."""
