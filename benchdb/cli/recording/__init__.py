"""`benchdb record`: a load run with sysstat beside it, as a bundle of logs and of what is known of the machine."""
