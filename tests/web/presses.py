"""A button pressed twice before the first answer has arrived."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connections
from django.test import Client

from tests.player import Player


def press_twice(player: Player, action: str, /, **pressed: str) -> list[tuple[int, str]]:
    """Send one form from two threads at once; return status and address of both answers.

    The player then has the cookies of both answers and sees the page of the second.
    """
    sent = player.fields(action) | pressed
    together = Barrier(2)
    clients = [Client(enforce_csrf_checks=True) for _ in range(2)]
    for client in clients:
        client.cookies.load({name: it.value for name, it in player.client.cookies.items()})

    def press(client: Client) -> tuple[int, str]:
        together.wait()
        try:
            answer = client.post(action, sent)
            return answer.status_code, answer.headers.get("Location", "")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(press, clients))
    for client in clients:
        player.client.cookies.update(client.cookies)
    player.open(answers[1][1] or action)
    return answers
