"""The slow, readable twin of the kernel, written from the definitions; only tests use it."""
