"""The use cases: start a game, move, undo, let the computer reply.

The only layer that knows Django's sessions and models and the engine's process pool. It knows
nothing of HTTP requests or templates.
"""
