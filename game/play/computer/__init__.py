"""The computer as opponent and adviser: its moves, its hints, its answers to draw offers."""
