"""The memory map of the workspace. Offsets are in words and fixed at compile time."""

MAX_PLY = 128
"""Deeper than any search goes, quiescence included."""
MAX_MOVES = 512
"""More than any position has: twenty flying kings on a large board have about 300."""
MAX_VISITED = 4096
"""Stops of one piece's captures that are deduplicated; any beyond are searched twice."""
MAX_EARLIER = 256
"""Earlier positions of the game that may be repeated."""
MAX_COUNTERS = 8
SQUARES = 64

# The rules, written once per variant.

R_ALL = 0
"""The set of all squares."""
R_STEP = 1
"""Squares in a row: the shorter of the two diagonal shifts."""
R_FLYING = 2
"""Whether kings are flying."""
R_BACKWARD = 3
"""Whether men capture backward."""
R_MEN_CAPTURE_KINGS = 4
R_PROMOTES_IN_PASSING = 5
"""Whether a man crowned in the middle of a capture continues as a king."""
R_CROWNHEAD = 6
"""Two words: the king row of Black and of White."""
R_HAS_ORDER = 8
"""Whether the order in which kings are captured affects precedence."""
R_KEYS = 9
"""The number of keys of capture precedence; their codes follow."""
R_MAIN_ROAD = 15
R_COUNTERS = 16
"""The number of draw counters; COUNTER_WORDS for each follow."""
COUNTER_WORDS = 4
"""Its condition, its limit, the events that reset it, the condition under which it continues."""
R_LAST = 50
"""The last square: a square and its mirror image for the other side add up to it."""

KEY_QUANTITY, KEY_WITH_KING, KEY_KINGS_TAKEN, KEY_ORDER = 1, 2, 3, 4
"""Codes of ``game.rules.variant.Precedence``."""
ALWAYS, SMALL, MIDDLE, OUTSIDE, THREE_KINGS, MAIN_ROAD, THREE_PIECES, TWO_PIECES = range(1, 9)
"""Codes of the conditions in ``game.rules.draws``; 0 is never."""
CAPTURE, MANS_MOVE, CROWNING = 1, 2, 4
"""Bits of ``game.rules.draws.Event``."""

# The current search.

S_BEST_RANK = 64
"""The rank of the captures collected so far in one position."""
S_VISITED = 65
"""The number of entries at VISITED."""
S_NODES = 66
S_NODE_LIMIT = 67
"""0 is none."""
S_DEADLINE = 68
"""Nanoseconds of the monotonic clock; 0 is none."""
S_STOP_AT = 69
"""Address of a word with the time to stop at, on the same clock; other processes may set it. 0 is
none."""
S_STOPPED = 70
"""Nonzero once a limit is reached: values returned after that are meaningless."""
S_EARLIER = 71
"""The number of keys of earlier positions at PATH."""
S_BEST_MOVE = 72
"""Index of the best root move so far."""
S_AGE = 73
"""The generation of the search, so that the table prefers newer entries."""
S_PLAIN = 74
"""Nonzero for a full-width search: no extensions, reductions or pruning."""
S_PROBE_LIMIT = 75
"""The most pieces for which the search probes the endgame tables; 0 is never."""

VISITED = 96
PATH = VISITED + 2 * MAX_VISITED
"""Keys of the game's earlier positions, then of the current line."""
COUNTS = PATH + MAX_EARLIER + MAX_PLY
"""By ply: the value of each draw counter plus one, or 0 where it does not run."""
KILLERS = COUNTS + MAX_PLY * MAX_COUNTERS
HISTORY = KILLERS + 2 * MAX_PLY
"""The history heuristic by side, from, to: how often a quiet move has caused a cutoff."""
ZOBRIST = HISTORY + 2 * SQUARES * SQUARES
"""By side, man or king, square; then the word for White to move."""
ZOBRIST_WHITE = ZOBRIST + 4 * SQUARES

E_COUNTS = ZOBRIST_WHITE + 1
"""The counts of the last evaluation: one signed number a term, White's less Black's."""
E_ENTRIES = E_COUNTS + 16
"""The entries of PATTERNS that the last evaluation looked up."""

WEIGHTS = E_ENTRIES + 16
"""The weights of the evaluation. A weight is a pair in one word: early in the low half, late in the
high half, both signed, in sixteenths of a centimen. Here one for each term, in the order of T_."""
TERMS = 16
(
    T_MAN, T_KING, T_MOBILITY, T_KING_MOBILITY, T_TRAPPED, T_MAIN_ROAD, T_BRIDGE, T_GUARD,
    T_DOUBLE_CORNER, T_DOG_HOLE, T_OPPOSITION, T_SIDE_TO_MOVE, T_IMBALANCE, T_EXPOSED,
    T_THREAT,
) = range(15)  # fmt: skip
W_PHASE = WEIGHTS + TERMS
"""65536 divided by the number of pieces at the start: each piece's share of the phase."""
W_BRIDGE = W_PHASE + 1
"""Sets of squares for White, and in the next word their mirror images for Black."""
W_DOUBLE_CORNER = W_BRIDGE + 2
W_DOG_HOLE = W_DOUBLE_CORNER + 2
W_SYSTEM = W_DOG_HOLE + 2
"""Every second row, starting with the side's own: the parity of its pieces gives the opposition."""
W_EDGE = W_SYSTEM + 2
"""The rows and columns at the edge."""
W_LEFT = W_EDGE + 1
"""The half of each row on White's left."""
W_KING_AT = W_LEFT + 1
"""A White king by square."""
DIGITS = W_KING_AT + SQUARES
"""For each set of squares of two rows: four base-3 numbers, 16 bits each."""
PATTERNS = DIGITS + 1024
"""Sixteen tables of PATTERN_ENTRIES: the men on eight squares, empty 0, White 1, Black 2."""
PATTERN_ENTRIES = 6561
PATTERN_TABLES = 16
PATTERNS_END = PATTERNS + PATTERN_TABLES * PATTERN_ENTRIES
PAIRS = PATTERNS_END
"""Ten tables of PAIR_SIDE squared: what two pieces on two squares are worth to the side to move,
which moves up. Tables for two pieces of one kind and side hold single pieces on their diagonal."""
PAIR_SIDE = 36
"""Squares of an 8 by 8 board in the engine's numbering, gaps included; other boards have no pairs.
"""
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
"""Binomial coefficients: n over k is at 64 k + n."""
SLICES = BINOMIALS + 64 * 5
"""By balance of pieces (``slices.balance_of``): the address and encoding of that slice of the
endgame tables; 0 if absent."""

GUIDE = SLICES + 4096
"""Address of the distance estimates for won positions (``guide``); 0 is none."""

MOVES = GUIDE + 1
"""By ply: two words a move. From, to and a promotion bit; then the set of captured squares."""
SCORES = MOVES + 2 * MAX_PLY * MAX_MOVES
"""By ply: the move-ordering score of each move."""
TABLE = SCORES + MAX_PLY * MAX_MOVES
"""The transposition table: two words an entry."""
TABLE_BITS = 20
WORDS = TABLE + (2 << TABLE_BITS)
"""The size of the workspace, in words of 8 bytes: 18 MB."""
