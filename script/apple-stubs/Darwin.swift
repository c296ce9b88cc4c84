// Stands for Apple's C library. What Beckon uses of it (threads, clocks, files) has the same names and
// shapes in glibc.
@_exported import Glibc
