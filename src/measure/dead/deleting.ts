/**
 * Holds claims against a compiler and against tests by deleting what they call dead. All code that was called dead is cut out at once, since dead
 * code may use dead code. Where something fails then, halving finds the false claim.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Claim } from "./claims.js";
import { type Fault, OUTPUT, type Witness } from "./witness.js";

/** The most rounds in which imports and lists of exports are tidied after a deletion. */
const MOST_ROUNDS = 40;
const FAILED = /^\s*(?:FAIL(?:ED)?\b|--- FAIL\b|not ok\b|[✗×✕]|\d+\) |ERROR\b)/;

export interface Refuted {
  claim: Claim;
  by: string;
  /** The file does not parse without it: that says nothing about the claim. */
  isBroken?: boolean;
}

/** A folder whose declarations are cut out and put back. */
export interface Deleting {
  /** The claims that a compiler refutes, and the claims about code that cannot be cut out by lines. */
  byCompiler(claims: readonly Claim[]): { refuted: Refuted[]; notCut: Claim[] };
  /** The claims with which tests fail that did not fail before. */
  byTests(claims: readonly Claim[], command: string): Refuted[];
}

/** A folder in which claims are judged by deleting them. It is a copy that nobody else needs. */
export function createDeleting(folder: string, witness: Witness): Deleting {
  const keyOf = ({ path, text }: Fault) => `${path} ${text}`;
  let known: Set<string> | null = null;
  const before = () => {
    known ??= new Set(witness.faults(folder).map(keyOf));
    return known;
  };

  /** New errors outside of all claims with some of them cut out, while `work` runs. */
  const withoutThem = <T>(chosen: readonly Claim[], all: readonly Claim[], work: (faults: Fault[]) => T): T => {
    const old = before();
    const texts = new Map<string, string>();
    const read = (path: string) => {
      const text = readFileSync(join(folder, path), "utf8");
      if (!texts.has(path)) texts.set(path, text);
      return text;
    };
    try {
      for (const { file_path, line_start, line_end } of chosen) {
        const lines = read(file_path).split("\n");
        const own = lines.slice(line_start - 1, line_end);
        lines.splice(line_start - 1, own.length, ...witness.instead(own));
        writeFileSync(join(folder, file_path), lines.join("\n"));
      }
      for (let round = 0; ; round++) {
        const faults = witness.faults(folder).filter((fault) => !old.has(keyOf(fault)) && !isInside(fault, all));
        if (round === MOST_ROUNDS || !tidy(faults, read)) return work(faults);
      }
    } finally {
      for (const [path, text] of texts) writeFileSync(join(folder, path), text);
    }
  };
  const isInside = ({ path, line }: Fault, all: readonly Claim[]) =>
    all.some((claim) => claim.file_path === path && claim.line_start <= line && line <= claim.line_end);
  /** Takes what is gone out of imports and lists of exports; whether it changed anything. Lines stay where they are. */
  const tidy = (faults: readonly Fault[], read: (path: string) => string): boolean => {
    let isTidied = false;
    for (const fault of faults) {
      const text = read(fault.path);
      const next = witness.tidied(fault, text);
      if (next === null || next === text) continue;
      writeFileSync(join(folder, fault.path), next);
      isTidied = true;
    }
    return isTidied;
  };

  /** The claims of which `fails` says why, when they are cut out: found by halves. */
  const search = (
    chosen: readonly Claim[],
    all: readonly Claim[],
    fails: (faults: Fault[]) => Omit<Refuted, "claim"> | null,
  ): Refuted[] => {
    if (chosen.length === 0) return [];
    const failure = withoutThem(chosen, all, fails);
    if (failure === null) return [];
    const [claim] = chosen;
    if (chosen.length === 1 && claim) return [{ claim, ...failure }];
    const middle = chosen.length >> 1;
    return [chosen.slice(0, middle), chosen.slice(middle)].flatMap((half) => search(half, all, fails));
  };

  return {
    byCompiler(claims) {
      const found = search(claims, claims, (faults) => {
        const fault = faults.find(witness.isBroken) ?? faults[0];
        if (fault === undefined) return null;
        return { by: `${fault.path}:${fault.line} ${fault.text}`, isBroken: witness.isBroken(fault) };
      });
      return {
        refuted: found.filter(({ isBroken }) => !isBroken),
        notCut: found.flatMap(({ claim, isBroken }) => (isBroken ? [claim] : [])),
      };
    },
    byTests(claims, command) {
      const old = runTests(folder, command);
      return search(claims, claims, () => {
        const by = [...runTests(folder, command)].find((each) => !old.has(each));
        return by === undefined ? null : { by };
      });
    },
  };
}

/** The lines that tell of failures, without their times; one for the exit code. */
function runTests(folder: string, command: string): Set<string> {
  const { stdout, stderr, status } = spawnSync(command, {
    cwd: folder,
    shell: true,
    env: { ...process.env, CI: "1" },
    ...OUTPUT,
  });
  const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => FAILED.test(line));
  const plain = lines.map((line) =>
    line
      .trim()
      .replace(/^\d+\) /, "")
      .replace(/\s*\(?\d+(?:\.\d+)? ?m?s\)?$/, ""),
  );
  return new Set([...(status === 0 ? [] : ["the command fails"]), ...plain]);
}
