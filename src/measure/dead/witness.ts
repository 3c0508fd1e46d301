/** The form of a language's witness: its compiler or checker, and its own tool for dead code. */
import { spawnSync } from "node:child_process";

/** An error that a compiler tells. */
export interface Fault {
  path: string;
  /** From 1. */
  line: number;
  text: string;
}

export interface Witness {
  language: string;
  isCode(path: string): boolean;
  /** Writes what the compiler needs beside the code. */
  prepare(folder: string, code: readonly string[]): void;
  /** The compiler's errors. An error that only calls something unused now is left out. */
  faults(folder: string): Fault[];
  /** Whether an error says that the rest of a file does not parse: its declaration cannot be cut out by lines. */
  isBroken(fault: Fault): boolean;
  /** A text without what imports or lists a declaration that is gone, as an error points at it; null: the error is another. */
  tidied(fault: Fault, text: string): string | null;
  /** The lines that stand for a declaration that is cut out: as many as before. */
  instead(lines: readonly string[]): string[];
  /** The language's tool for dead code. */
  tool: string;
  /** The declarations that it calls unused, as `path name`. */
  byTool(folder: string): Set<string>;
}

const MOST_OUTPUT = 400_000_000;
export const OUTPUT = { encoding: "utf8", maxBuffer: MOST_OUTPUT } as const;

/** The output of a program that is run in a folder, whether it succeeds or not. Throws where it cannot be run: silence would count as assent. */
export function outputOf(folder: string, program: string, ...given: string[]): { stdout: string; stderr: string } {
  const { stdout, stderr, error } = spawnSync(program, given, { cwd: folder, ...OUTPUT });
  if (error) throw error;
  return { stdout, stderr };
}
