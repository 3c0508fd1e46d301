/** The sections of the benchmark, by the names that `--only` takes. They stand apart, as the command's help needs no more of it. */

export const SECTIONS = [
  "floor",
  "index",
  "start",
  "restart",
  "rest",
  "tools",
  "vectors",
  "clients",
  "callers",
  "edits",
  "scale",
  "memory",
  "cold",
  "million",
  "peers",
  "page",
] as const;
export type SectionName = (typeof SECTIONS)[number];
/** Sections that are measured only where they are named: one takes many minutes and gigabytes of disk, one installs programs of others, one needs a browser. */
export const ONLY_NAMED: readonly SectionName[] = ["million", "peers", "page"];
