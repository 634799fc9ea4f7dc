"""Logs come in: by the upload page, the API, `curl -T`, `parselog`; and what became of them goes out."""
