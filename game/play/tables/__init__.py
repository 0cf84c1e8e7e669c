"""Tables: games between two people, each on their own device.

``lobby`` creates, joins and lists tables, ``moves`` plays, ``offers`` has what needs the opponent's
consent, ``storage`` loads and stores, ``view`` is a table as one person sees it, ``expiry`` does
what time alone brings about. Every function takes ``now``; none reads a clock.
"""
