"""What all tests of the command share."""

from benchdb.tests.cli.command import cli as cli
