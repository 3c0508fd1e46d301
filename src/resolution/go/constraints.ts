/** Build constraints of Go files: whether two files can be in one build. */
import { nameOf } from "../../model/paths.js";
import type { ProgramFile } from "../program-file.js";

const SYSTEMS =
  "aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9 solaris wasip1 windows zos".split(
    " ",
  );
const MACHINES =
  "386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64 ppc64le riscv64 s390x sparc64 wasm".split(" ");
const UNIX = new Set("aix android darwin dragonfly freebsd illumos ios linux netbsd openbsd solaris".split(" "));

/** The most tags of a project's own that are tried both ways. */
const MOST_TAGS = 4;

const CONSTRAINT = "//go:build ";

/** The constraint of a file by its comment and its name, in the words of `//go:build`; "" for a file of every build. */
export function constraintOf(file: ProgramFile): string {
  let known = CONSTRAINTS.get(file);
  if (known === undefined) {
    known = readConstraint(file);
    CONSTRAINTS.set(file, known);
  }
  return known;
}

const CONSTRAINTS = new WeakMap<ProgramFile, string>();

function readConstraint({ path, exports }: ProgramFile): string {
  const written = exports[1]?.exported.slice(CONSTRAINT.length) ?? "";
  const parts = nameOf(path)
    .replace(/(?:_test)?\.go$/, "")
    .split("_")
    .slice(1);
  const last = parts.at(-1) ?? "";
  const before = parts.at(-2) ?? "";
  const tags = MACHINES.includes(last)
    ? [last, ...(SYSTEMS.includes(before) ? [before] : [])]
    : SYSTEMS.includes(last)
      ? [last]
      : [];
  return [...(written === "" ? [] : [`(${written})`]), ...tags].join(" && ");
}

/** Whether some build has both of two constraints. */
export function mayMeet(one: string, other: string): boolean {
  if (one === "" || other === "" || one === other) return true;
  const key = `${one}\0${other}`;
  let known = MEETINGS.get(key);
  if (known === undefined) {
    known = readMeeting(one, other);
    if (MEETINGS.size >= MOST_MEETINGS) MEETINGS.clear();
    MEETINGS.set(key, known);
  }
  return known;
}

/** Answers by pairs of constraints, of which repositories have few. */
const MEETINGS = new Map<string, boolean>();
const MOST_MEETINGS = 5_000;

function readMeeting(one: string, other: string): boolean {
  const whole = `(${one}) && (${other})`;
  const own = [...new Set(whole.match(/[\w.]+/g) ?? [])].filter(
    (tag) => !SYSTEMS.includes(tag) && !MACHINES.includes(tag) && !/^(?:unix|go1\..*|gc|cgo)$/.test(tag),
  );
  if (own.length > MOST_TAGS || whole.length > 2000) return true;
  for (const system of SYSTEMS)
    for (const machine of MACHINES)
      for (let bits = 0; bits < 2 ** (own.length + 1); bits++) {
        const has = (tag: string) => {
          if (tag === system || tag === machine || tag === "gc" || /^go1\./.test(tag)) return true;
          if (tag === "unix") return UNIX.has(system);
          if (tag === "linux") return system === "android";
          if (tag === "cgo") return (bits >> own.length) % 2 === 1;
          const index = own.indexOf(tag);
          return index >= 0 && (bits >> index) % 2 === 1;
        };
        if (holds(whole, has)) return true;
      }
  return false;
}

/** Whether an expression of tags holds. One that cannot be read holds. */
export function holds(expression: string, has: (tag: string) => boolean): boolean {
  const tokens = expression.match(/&&|\|\||[!()]|[\w.]+/g) ?? [];
  let index = 0;
  const either = (): boolean => {
    let value = both();
    while (tokens[index] === "||") {
      index++;
      value = both() || value;
    }
    return value;
  };
  const both = (): boolean => {
    let value = not();
    while (tokens[index] === "&&") {
      index++;
      value = not() && value;
    }
    return value;
  };
  const not = (): boolean => {
    const token = tokens[index++];
    if (token === "!") return !not();
    if (token === "(") {
      const value = either();
      index++;
      return value;
    }
    return token === undefined || has(token);
  };
  return either();
}
