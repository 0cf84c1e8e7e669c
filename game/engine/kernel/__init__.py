"""The compiled engine: move generation and search in machine code, by numba.

The only package that imports numba and numpy; worker processes and commands import it, processes
that serve pages never do. Every function works on one array of 64-bit words (``layout``), because
each extra array argument costs a call more than the work it does.

A square is a bit of a padded bitboard: each row takes half the board's columns, and one bit is
skipped after every second row. So each of the four diagonals is a single shift for all squares at
once, and whatever leaves the board lands on a bit that is never set. Boards up to 10 by 10 fit in
64 bits; 12 by 12 (72 squares) does not and is left to the generator in ``game.rules``. Boards with
the dark corner at White's right are mirrored on the way in (``game.engine.convert``).

numba caches compiled code by the file that defines a function and does not notice changes in what
it calls, so each version of these sources has a cache folder of its own (``game.engine.compiled``).
"""
