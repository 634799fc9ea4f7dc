"""Answers and recordings as what Chart.js and matplotlib are given to draw. The browser computes nothing."""
