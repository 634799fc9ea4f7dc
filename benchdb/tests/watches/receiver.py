"""Somebody else's site, which webhooks post to."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any


class Receiver(HTTPServer):
    """Somebody else's site: keeps what it was told, answers as it is set to."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receiving)
        self.received: list[tuple[dict[str, str], bytes]] = []
        self.answer = 204

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook?a=b"


class Receiving(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append(({name.lower(): value for name, value in self.headers.items()}, body))
        self.send_response(self.server.answer)
        self.send_header("Location", "http://127.0.0.1:1/")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""
