"""The lobby and the tables: pages of games between two people online."""
