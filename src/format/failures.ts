/** How code that a change breaks comes to fail, in words: a compiler refuses it, or the program fails when it comes to the line. */
import type { Sureness } from "../graph/impact/changes.js";
import { languageOf } from "../languages/index.js";

/** compile: before it runs; run: no sooner. */
export const FAILURES = ["compile", "run"] as const;
export type Failure = (typeof FAILURES)[number];

/** How the code of a file fails, by its language. */
export const failureOf = (path: string): Failure => (languageOf(path)?.failsAtRunTime ? "run" : "compile");

const WORDS: Record<Failure, Record<Sureness, string>> = {
  compile: { certain: "will not compile", likely: "may not compile" },
  run: { certain: "will fail when run", likely: "may fail when run" },
};

/** `will not compile`; of files of both ways `will not compile or will fail when run`. Without files the first. */
export function failuresText(paths: readonly string[], sureness: Sureness): string {
  const found = new Set(paths.map(failureOf));
  const named = FAILURES.filter((failure) => found.has(failure));
  return (named.length > 0 ? named : FAILURES.slice(0, 1)).map((failure) => WORDS[failure][sureness]).join(" or ");
}
