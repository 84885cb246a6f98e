"""The local web page: a server on the loopback address; its answers are those of ``--json``."""
