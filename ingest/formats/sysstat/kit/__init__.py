"""What all forms of sysstat share: words, columns, clocks, dates, numbers, sections."""
