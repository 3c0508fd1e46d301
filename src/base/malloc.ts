/**
 * The settings of glibc's malloc with which a process gives memory back (docs/benchmarks.md): few arenas, and large pieces apart. They are read once, when a
 * process starts, so whoever starts one sets them: bin/codeindex.js, `npm start`, and what starts a service from here.
 */
export const MALLOC = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };
