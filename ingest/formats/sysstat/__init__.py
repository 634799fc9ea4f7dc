"""sysstat of Linux and its relatives: sar, sadf, iostat, mpstat, pidstat, vmstat, in all their forms."""
