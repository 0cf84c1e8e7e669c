"""What people do with games: start one, move, take back, let the computer answer.

The only layer that knows Django's sessions and models and the engine's process pool. It knows no
requests and no templates.
"""
