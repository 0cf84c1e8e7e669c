"""Tables: two people, each on a device of their own, play a game by the same rules.

``lobby`` makes, joins and lists tables, ``moves`` plays, ``offers`` has what needs consent,
``rows`` reads and writes, ``refused`` says why something was not done, ``sweeping`` is for the
clockwork of the site. Every verb takes ``now``; none looks at a clock.
"""
