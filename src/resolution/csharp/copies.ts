/**
 * C#: types that one project holds several times, as the expected outputs of a generator or one file for each platform are. No compilation has all of
 * them, and a file with one of them means that one. Their names and namespaces are the same, and where they are partial they look like the parts of one
 * type; what tells them apart is that two of them declare the same member.
 */

import type { TypeName } from "../../model/parse-result.js";
import { isTypeKind } from "../name-index.js";
import type { Decl, ProgramSymbol } from "../program-file.js";

/** Types of more parts are taken for one: each is compared with each. */
const MAX_PARTS = 200;

/** Of the parts of a type those that each of them may be compiled with; null where all may be together, which nearly all are. */
export function apartOf(parts: readonly Decl[]): Decl[][] | null {
  if (parts.length < 2 || parts.length > MAX_PARTS) return null;
  const holders = new Map<string, number[]>();
  const clashes = parts.map(() => new Set<number>());
  let isClashing = false;
  parts.forEach((part, at) => {
    for (const key of memberKeys(part)) {
      const before = holders.get(key);
      if (before === undefined) {
        holders.set(key, [at]);
        continue;
      }
      if (before.includes(at)) continue;
      for (const other of before) {
        // Two arms of an `#if` stand in one file.
        if (parts[other]!.file === part.file) continue;
        clashes[at]!.add(other);
        clashes[other]!.add(at);
        isClashing = true;
      }
      before.push(at);
    }
  });
  if (!isClashing) return null;
  return parts.map((_, at) => parts.filter((_other, other) => !clashes[at]!.has(other)));
}

/** What no other part of a type may declare again: its members, but for those that are partial themselves. */
function memberKeys({ file, index }: Decl): string[] {
  const keys: string[] = [];
  for (let child = file.firstChild[index]!; child !== -1; child = file.nextSibling[child]!) {
    const key = memberKey(file.symbols[child]!);
    if (key !== null) keys.push(key);
  }
  return keys;
}

function memberKey(symbol: ProgramSymbol): string | null {
  if (symbol.isMergeable || symbol.isExplicit || isTypeKind(symbol.kind)) return null;
  const { name, kind, isStatic, typeParameters, parameterTypes } = symbol;
  if (!symbol.isCallable) return kind === "field" || kind === "property" || kind === "constant" ? name : null;
  const types = parameterTypes.map(written);
  if (types.includes(null) || symbol.maxArguments !== parameterTypes.length) return null;
  return `${isStatic} ${name} ${typeParameters.length} ${types.join()}`;
}

/** A type as it stands there; null for what is not known. */
function written(type: TypeName | null): string | null {
  if (type === null || type.root.in !== "free") return null;
  const args = (type.args ?? []).map(written);
  return args.includes(null) ? null : `${[type.root.name, ...type.path].join(".")}<${args.join()}>`;
}
