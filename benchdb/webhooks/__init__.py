"""Events on their way to other sites: where they may go, how they are signed, when they are tried again."""
