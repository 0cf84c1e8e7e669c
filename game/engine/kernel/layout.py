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
R_MEN_TAKE_KINGS = 4
R_IN_PASSING = 5
"""Whether a man crowned in mid-capture goes on as a king."""
R_CROWNHEAD = 6
"""Two words: the king row of Black and of White."""
R_HAS_ORDER = 8
"""Whether the order in which kings are taken is among the keys of precedence."""
R_KEYS = 9
"""How many keys of capture precedence there are; their codes follow."""
R_MAIN_ROAD = 15
R_COUNTERS = 16
"""How many draw counters there are; code and limit of each follow."""
R_LAST = 40
"""The number of the last square: a square and its counterpart for the other side add up to it."""

KEY_QUANTITY, KEY_WITH_KING, KEY_KINGS_TAKEN, KEY_ORDER = 1, 2, 3, 4
"""Codes of ``game.rules.variant.Precedence``."""
ALWAYS, SMALL, MIDDLE, OUTSIDE, THREE_KINGS, MAIN_ROAD, THREE_PIECES, TWO_PIECES = range(1, 9)
"""Codes of the conditions in ``game.rules.draws``."""

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
S_TABLES = 75
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

WEIGHTS = ZOBRIST_WHITE + 1
"""What the evaluation adds up: signed words, in centimen."""
W_MAN = WEIGHTS
W_KING = WEIGHTS + 1
W_EXCHANGE = WEIGHTS + 2
"""For the side ahead, for every piece that has left the board."""
W_MOBILITY = WEIGHTS + 3
W_TRAPPED_KING = WEIGHTS + 4
W_MAIN_ROAD = WEIGHTS + 5
W_BRIDGE = WEIGHTS + 6
W_DOG_HOLE = WEIGHTS + 7
W_OPPOSITION = WEIGHTS + 8
W_TURN = WEIGHTS + 9
W_MAN_EARLY = WEIGHTS + 16
"""A White man by square, with all pieces on the board."""
W_MAN_LATE = W_MAN_EARLY + SQUARES
"""The same with few; in between, in proportion."""
W_KING_AT = W_MAN_LATE + SQUARES
"""A White king by square."""
WEIGHTS_END = W_KING_AT + SQUARES

CHOOSE = WEIGHTS_END
"""Binomial numbers: n over k stands at 64 k + n."""
SLICES = CHOOSE + 64 * 5
"""By balance of pieces (``slices.balance_of``): where that slice of the endgame tables lies in
memory, as an address and how it is written; 0 where there is none."""

MOVES = SLICES + 4096
"""By ply: two words a move. From, to and a crowning bit; then the set of squares taken."""
SCORES = MOVES + 2 * MAX_PLY * MAX_MOVES
"""By ply: how soon each move is to be tried."""
TABLE = SCORES + MAX_PLY * MAX_MOVES
"""The transposition table: two words an entry."""
TABLE_BITS = 20
WORDS = TABLE + (2 << TABLE_BITS)
"""The whole workspace, in words of 8 bytes: 18 MB."""
