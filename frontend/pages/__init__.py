"""The pages. A view asks, then shows: question, answer, template."""
