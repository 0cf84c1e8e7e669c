"""The clock, and what other processes set, read from compiled code without calling Python."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_CLOCK_MONOTONIC = 1
_I32, _I64 = ir.IntType(32), ir.IntType(64)


@intrinsic
def monotonic_ns(typing_context):
    """The clock of ``time.monotonic`` in nanoseconds; Linux's ``clock_gettime``.

    A function of the C library is named here because a pointer to it, which ctypes would give,
    differs in every process and keeps compiled code from being kept.
    """

    def generate(context, builder, signature, arguments):
        pair = ir.LiteralStructType([_I64, _I64])
        place = cgutils.alloca_once(builder, pair)
        kind = ir.FunctionType(_I32, [_I32, ir.PointerType(pair)])
        function = cgutils.get_or_insert_function(builder.module, kind, "clock_gettime")
        builder.call(function, [ir.Constant(_I32, _CLOCK_MONOTONIC), place])
        now = builder.load(place)
        seconds = builder.mul(builder.extract_value(now, 0), ir.Constant(_I64, 1_000_000_000))
        return builder.add(seconds, builder.extract_value(now, 1))

    return types.int64(), generate


@intrinsic
def read_word(typing_context, address):
    """The word at an address, which must be mapped: memory that processes share."""

    def generate(context, builder, signature, arguments):
        return builder.load(builder.inttoptr(arguments[0], ir.PointerType(_I64)))

    return types.uint64(types.uint64), generate
