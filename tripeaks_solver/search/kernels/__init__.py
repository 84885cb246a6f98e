"""The compiled kernels, each module loaded when it is needed; see `compiled.load_kernels`.

numba's cache does not watch the constants and callees of a kernel: `compiled` gives it a directory
of its own for each version of these sources.
"""
