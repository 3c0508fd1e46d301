/**
 * Copies of C# types in one project, such as the expected outputs of a generator, or one file for each platform. No compilation has all of them, and a
 * file with one of them means that one. Copies have the same name and namespace, and partial ones look like the parts of one type. They are told apart
 * by members that two of them declare.
 */
import { nth } from "../../base/need.js";
import { flatten, flattenStep } from "../../model/flat-types.js";
import type { TypeExpr } from "../../model/parse-result.js";
import { isTypeKind } from "../name-index.js";
import { childrenOf, type Decl, type ProgramSymbol, symbolOf } from "../program-file.js";

/** A type with more parts counts as one type, because each part would be compared with each. */
const MOST_PARTS = 200;

/** For each part of a type, the parts that it may be compiled with; null in the common case that all may be together. */
export function apartOf(parts: readonly Decl[]): Decl[][] | null {
  if (parts.length < 2 || parts.length > MOST_PARTS) return null;
  const holders = new Map<string, number[]>();
  const clashes = parts.map(() => new Set<number>());
  let isClashing = false;
  parts.forEach((part, index) => {
    for (const key of memberKeys(part)) {
      const before = holders.get(key);
      if (before === undefined) {
        holders.set(key, [index]);
        continue;
      }
      if (before.includes(index)) continue;
      for (const other of before) {
        // A clash inside one file is of two arms of an `#if`.
        if (nth(parts, other).file === part.file) continue;
        nth(clashes, index).add(other);
        nth(clashes, other).add(index);
        isClashing = true;
      }
      before.push(index);
    }
  });
  if (!isClashing) return null;
  return clashes.map((clashing) => parts.filter((_, other) => !clashing.has(other)));
}

/** Keys of the members that no other part may declare again: all but those that are partial themselves. */
function memberKeys(part: Decl): string[] {
  return childrenOf(part).flatMap((child) => memberKey(symbolOf(child)) ?? []);
}

function memberKey(symbol: ProgramSymbol): string | null {
  if (symbol.isMergeable || symbol.isExplicit || isTypeKind(symbol.kind)) return null;
  const { name, kind, isStatic, typeParameters, parameterTypes } = symbol;
  if (!symbol.isCallable) return kind === "field" || kind === "property" || kind === "constant" ? name : null;
  const types = parameterTypes.map(written);
  if (types.includes(null) || symbol.maxArguments !== parameterTypes.length) return null;
  return `${isStatic} ${name} ${typeParameters.length} ${types.join()}`;
}

/** The text of a type; null where a part of it is not known. */
function written(type: TypeExpr | null): string | null {
  if (type?.kind === "named")
    return type.root.in === "free" ? textOf(type.root.name, type.path.map(flattenStep), type.args) : null;
  if (type === null) return null;
  const { word, names, types } = flatten(type);
  return textOf(word, names, types);
}

function textOf(name: string, path: readonly string[], args: readonly TypeExpr[] = []): string | null {
  const parts = args.map(written);
  return parts.includes(null) ? null : `${[name, ...path].join(".")}<${parts.join()}>`;
}
