"""The compiled engine: move generation and search in machine code, by numba.

The only place that knows numba and numpy, imported by worker processes and commands, never by a
process that serves pages. Every function works on one array of 64-bit words (``layout``), because
each further array argument costs a call more than the work it does.

Squares are bits of a layout of their own: rows of half the board's columns, and one bit left out
after every second row. So each of the four diagonals is one shift for all squares at once, and what
leaves the board falls on a bit that is never set. Boards up to 10 by 10 fit in 64 bits; 12 by 12
(72 squares) does not and is left to the generator in ``game.rules``. Boards with their dark corner
at White's right are mirrored on the way in (``game.engine.convert``).

numba keeps compiled code by the file that defines a function, blind to changes in what it calls; so
each state of these sources has a folder of its own (``game.engine.compiled``).
"""
