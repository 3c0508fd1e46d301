/** Roots and types of parse results as bytes: see parse-result-bytes.ts. */
import { flatRoot, flatten, mayBeWord, unflatten } from "./flat-types.js";
import type { NamedType, Root, TypeExpr } from "./parse-result.js";
import { AGAIN, ROOTS } from "./parse-result-codes.js";
import {
  entryOf,
  type Reader,
  readEntry,
  readList,
  readNames,
  readPath,
  readString,
  type Writer,
  writeNames,
  writePath,
  writeString,
} from "./parse-result-strings.js";
import { named } from "./type-forms.js";

const UNKNOWN_ROOT: Root = { in: "unknown" };

/** Writes a root. The calls of a long chain are roots inside each other, so they are begun from the outside in and ended from the inside out. */
export function writeRoot(out: Writer, value: Root): void {
  const { body, roots } = out;
  const open: { root: Root; type: NamedType }[] = [];
  let inner = value;
  for (let type = typeBefore(inner); type !== null && !roots.has(inner); type = typeBefore(inner)) {
    body.unsigned(ROOTS.indexOf(inner.in));
    open.push({ root: inner, type });
    inner = type.root;
  }
  writeInnermostRoot(out, inner);
  for (const { root, type } of open.reverse()) {
    writePath(out, type.path);
    writeArgs(out, type.args);
    if (root.in === "call") {
      writeTypes(out, root.typeArguments);
      writeTypes(out, root.arguments);
    }
    roots.set(root, roots.size);
  }
}

/** The type with a name that a root begins with; null for roots that begin with none. */
function typeBefore(root: Root): NamedType | null {
  if (root.in === "call") return root.of;
  return root.in === "instance" && root.type.kind === "named" ? root.type : null;
}

function writeInnermostRoot(out: Writer, value: Root): void {
  const { body, roots } = out;
  const before = roots.get(value);
  if (before !== undefined) {
    body.unsigned(ROOTS.indexOf(AGAIN));
    body.unsigned(before);
    return;
  }
  if (value.in === "form") {
    writeFreeRoot(out, flatRoot(value));
    return;
  }
  body.unsigned(ROOTS.indexOf(value.in));
  if (value.in === "file") body.unsigned(value.symbol * 2 + (value.isSelf ? 1 : 0));
  else if (value.in === "import") body.unsigned(value.import);
  else if (value.in === "free") writeString(out, value.name);
  else if (value.in === "this" || value.in === "super") body.unsigned(value.type);
  else if (value.in === "result") body.unsigned(value.of);
  else if (value.in === "callback") {
    body.unsigned(value.of);
    body.unsigned(value.argument);
    body.unsigned(value.parameter + 1);
  } else if (value.in === "parameter") {
    writeString(out, value.name);
    writeOptionalType(out, value.bound);
  } else if (value.in === "instance") {
    writeType(out, value.type);
    roots.set(value, roots.size);
  }
}

function writeFreeRoot(out: Writer, name: string): void {
  out.body.unsigned(ROOTS.indexOf("free"));
  writeString(out, name);
}

/** Writes a type. One without a name is written as a free root with its word as the name. */
function writeType(out: Writer, value: TypeExpr): void {
  if (value.kind === "named") {
    writeRoot(out, value.root);
    writePath(out, value.path);
    writeArgs(out, value.args);
  } else {
    const { word, names, types } = flatten(value);
    writeFreeRoot(out, word);
    writeNames(out, names);
    writeArgs(out, types);
  }
}

function writeArgs(out: Writer, args: TypeExpr[] | undefined): void {
  out.body.unsigned(args === undefined ? 0 : 1);
  if (args !== undefined) writeTypes(out, args);
}

/** Writes a type, or that there is none. */
export function writeOptionalType(out: Writer, value: TypeExpr | null): void {
  out.body.unsigned(value === null ? 0 : 1);
  if (value !== null) writeType(out, value);
}

/** Writes a list of types, with its length. */
export function writeTypes(out: Writer, values: (TypeExpr | null)[]): void {
  out.body.unsigned(values.length);
  for (const value of values) writeOptionalType(out, value);
}

/** Reads a root as `writeRoot` wrote it. */
export function readRoot(from: Reader): Root {
  const open: ("call" | "instance")[] = [];
  let where = readEntry(from, ROOTS);
  for (; where === "call" || where === "instance"; where = readEntry(from, ROOTS)) open.push(where);
  let root = readInnermostRoot(from, where);
  for (const kind of open.reverse()) {
    const type = readTypeOf(from, root);
    root =
      kind === "instance"
        ? { in: kind, type }
        : {
            in: kind,
            of: type as NamedType,
            typeArguments: readKnownTypes(from),
            arguments: readTypes(from),
          };
    from.roots.push(root);
  }
  return root;
}

function readInnermostRoot(from: Reader, where: (typeof ROOTS)[number]): Root {
  const { body } = from;
  if (where === AGAIN) return readEntry(from, from.roots);
  if (where === "file") {
    const packed = body.unsigned();
    return { in: where, symbol: packed >> 1, ...((packed & 1) === 1 && { isSelf: true }) };
  }
  if (where === "import") return { in: where, import: body.unsigned() };
  if (where === "free") return readFreeRoot(from);
  if (where === "this" || where === "super") return { in: where, type: body.unsigned() };
  if (where === "result") return { in: where, of: body.unsigned() };
  if (where === "callback")
    return { in: where, of: body.unsigned(), argument: body.unsigned(), parameter: body.unsigned() - 1 };
  if (where === "parameter") return { in: where, name: readString(from), bound: readOptionalType(from) };
  return UNKNOWN_ROOT;
}

function readFreeRoot({ body, strings, free }: Reader): Root {
  const index = body.unsigned();
  free[index] ??= { in: "free", name: entryOf(strings, index) };
  return free[index];
}

function readType(from: Reader): TypeExpr {
  return readTypeOf(from, readRoot(from));
}

/** Reads the rest of a type of which the root is read. */
function readTypeOf(from: Reader, of: Root): TypeExpr {
  const root = of as NamedType["root"];
  if (root.in === "free" && mayBeWord(root.name)) {
    const names = readNames(from);
    const types = readArgs(from);
    return unflatten({ word: root.name, names, types }) ?? named(root, names, types);
  }
  const path = readPath(from);
  return named(root, path, readArgs(from));
}

function readArgs(from: Reader): TypeExpr[] | undefined {
  return from.body.unsigned() === 1 ? readKnownTypes(from) : undefined;
}

/** Reads the type that `writeOptionalType` wrote. */
export function readOptionalType(from: Reader): TypeExpr | null {
  return from.body.unsigned() === 0 ? null : readType(from);
}

function readTypes(from: Reader): (TypeExpr | null)[] {
  return readList(from, readOptionalType);
}

/** Reads types none of which is null. */
function readKnownTypes(from: Reader): TypeExpr[] {
  return readTypes(from) as TypeExpr[];
}
