"""Bitboard primitives: population count, bit scan, shifts along a diagonal."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from game.engine.kernel.jit import inlined

U = np.uint64
"""Every constant combined with a word must have this type: a plain 1 silently makes it signed."""
ZERO, ONE, TWO, THREE, FOUR = U(0), U(1), U(2), U(3), U(4)


@intrinsic
def popcount(typing_context, squares):
    """Return the number of squares in a set: one machine instruction."""

    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def lowest_bit(typing_context, squares):
    """Return the index of the lowest square of a non-empty set."""

    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def reverse_bits(typing_context, squares):
    """Return the word with its bits reversed: one or a few machine instructions."""

    def generate(context, builder, signature, arguments):
        return builder.bitreverse(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def pointer_to(typing_context, array):
    """Return a bare pointer to an array's words: passing it halves the cost of a call.

    An array is passed as seven arguments and reference-counted. Indexing is the same. The array
    must outlive the pointer.
    """

    def generate(context, builder, signature, arguments):
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), generate


@intrinsic
def prefetch(typing_context, words, place):
    """Prefetch the word at this offset into the cache."""

    def generate(context, builder, signature, arguments):
        number = ir.IntType(32)
        pointer = ir.PointerType(ir.IntType(8))
        address = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), pointer)
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        # For reading, with high locality, into the data cache.
        builder.call(function, [address, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(words, types.uint64), generate


@inlined
def shifted(squares, direction, step):
    """Return all squares moved one step along a diagonal.

    0 is up left, 1 up right, 2 down left, 3 down right; opposite directions add up to 3. Squares
    that leave the board fall outside R_ALL.
    """
    if direction == ZERO:
        return squares >> (step + ONE)
    if direction == ONE:
        return squares >> step
    if direction == TWO:
        return squares << step
    return squares << (step + ONE)


@inlined
def signed(word):
    """Return a word as a signed number: scores and depths are signed, squares never."""
    return np.int64(word)
