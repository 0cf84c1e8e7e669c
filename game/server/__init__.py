"""What a server needs to answer many requests: their arrival, a queue, limits, what fails.

Knows no game and no page.
"""
