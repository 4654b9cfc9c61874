"""Native execution: functions of the ts level as machine code in this process, and their ABI."""
