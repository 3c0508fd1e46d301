/** Members of a type and of its bases, one level for each type that declares some. */
import { childrenNamed } from "../declarations.js";
import { isMember } from "../members.js";
import type { Program } from "../program.js";
import { type ProgramSymbol, symbolAt } from "../program-file.js";
import { bindingsOf, ownBases, substitute, UNBOUND } from "./types.js";
import type { Member, TypeValue, Value } from "./value.js";

/** The members of one name that one type declares. */
export interface Level {
  members: Member[];
  /** Whether another file had to be asked. */
  imported: boolean;
}

/** The members of a name in a type and its bases, nearest first. */
export function* levelsOf(
  program: Program,
  value: TypeValue,
  name: string,
  accepts: (symbol: ProgramSymbol) => boolean = isMember,
): Generator<Level> {
  const own = levelOf(program, value, name, accepts, null);
  if (own !== null) yield own;
  yield* inheritedLevels(program, value, name, accepts);
}

function* inheritedLevels(
  program: Program,
  value: TypeValue,
  name: string,
  accepts: (symbol: ProgramSymbol) => boolean,
): Generator<Level> {
  for (const type of ownBases(program, value).withMembers) {
    const level = type.is === "type" ? levelOf(program, type, name, accepts, value) : null;
    if (level !== null) yield value.imported && !level.imported ? { ...level, imported: true } : level;
  }
}

/** The nearest of the levels with members of a name; null for none. */
export function firstLevel(program: Program, value: TypeValue, name: string): Level | null {
  const own = levelOf(program, value, name, isMember, null);
  if (own !== null) return own;
  for (const level of inheritedLevels(program, value, name, isMember)) return level;
  return null;
}

/** The members that a type declares itself. `heir` is the value that the type is a base of; null for the value's own type. */
function levelOf(
  program: Program,
  type: TypeValue,
  name: string,
  accepts: (symbol: ProgramSymbol) => boolean,
  heir: TypeValue | null,
): Level | null {
  const members: Member[] = [];
  let bindings = UNBOUND;
  for (const { file, index } of type.decls) {
    for (const child of childrenNamed(program, file, index, name)) {
      if (!accepts(symbolAt(file, child))) continue;
      if (members.length === 0) {
        const inherited = heir === null ? type : substitute(type, bindingsOf(program, heir));
        bindings = bindingsOf(program, inherited);
      }
      members.push({ decl: { file, index: child }, bindings });
    }
  }
  return members.length === 0 ? null : { members, imported: type.imported };
}

/** The library or unknown base that a type may have other members from; null for none. */
export function outsideOf(program: Program, value: TypeValue): Value | null {
  const base = ownBases(program, value).withMembers.find((each) => each.is !== "type");
  return base === undefined ? null : substitute(base, bindingsOf(program, value));
}
