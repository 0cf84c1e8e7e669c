"""The clock, and memory shared with other processes, read from compiled code without Python."""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_CLOCK_MONOTONIC = 1
_I32, _I64 = ir.IntType(32), ir.IntType(64)


@intrinsic
def monotonic_ns(typing_context):
    """Return the clock of ``time.monotonic`` in nanoseconds, from Linux's ``clock_gettime``.

    The C function is called by name because a ctypes pointer differs in every process, which would
    make the compiled code uncacheable.
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
    """Return the word at an address in mapped memory, which processes may share."""

    def generate(context, builder, signature, arguments):
        return builder.load(builder.inttoptr(arguments[0], ir.PointerType(_I64)))

    return types.uint64(types.uint64), generate
