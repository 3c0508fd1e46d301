/**
 * A ParseResult as bytes, for the database and between threads. As JSON it would be larger than the source it describes; with one table of
 * strings and variable-length numbers it is about a third of it, and faster to write and to read.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ByteReader, ByteWriter } from "../base/varint.js";
import {
  type Access,
  type Argument,
  type Export,
  type Import,
  type ParsedSymbol,
  type ParseResult,
  type Reference,
  type ReferenceKind,
  type Root,
  SYMBOL_KINDS,
  type TypeName,
} from "./parse-result.js";

/** The first byte of the format; another value is another format, and the content is parsed again. */
export const PARSE_RESULT_FORMAT = 8;

/** The number that a language's parse results are stored under: those of another format, or of another extractor, are not found. */
export function storedVersion({ extractorVersion }: { extractorVersion: number }): number {
  return PARSE_RESULT_FORMAT * 1000 + extractorVersion;
}

const STATUSES: ParseResult["status"][] = ["full", "partial", "failed"];
const ACCESSES: Access[] = [
  "public",
  "protected",
  "private",
  "internal",
  "protected internal",
  "private protected",
  "file",
];
/** A root that stands in the result before, by its number: the calls of a chain are made of each other, and the uses of a local of what it holds. */
const AGAIN = "again";
const REFERENCE_KINDS: ReferenceKind[] = [
  "call",
  "new",
  "extends",
  "implements",
  "type",
  "accepts",
  "jsx",
  "decorator",
  "value",
  "reexport",
];
const ROOTS: (Root["in"] | typeof AGAIN)[] = [
  "file",
  "import",
  "free",
  "this",
  "super",
  "instance",
  "unknown",
  "result",
  "callback",
  "parameter",
  "call",
  AGAIN,
];
const IMPORT_KINDS: Import["kind"][] = ["module", "namespace", "static", "alias"];
const EXPORT_TARGETS: Export["target"]["in"][] = ["file", "import", "module", "unknown"];
const FLAGS = [
  "isPublicApi",
  "isStatic",
  "isAbstract",
  "isAsync",
  "isOverride",
  "isDeprecated",
  "isExported",
  "isMergeable",
  "isOptional",
] as const satisfies (keyof ParsedSymbol)[];

/** Packs a parse result, deflated. */
export function encodeParseResult(result: ParseResult): Buffer {
  const strings = new Map<string, number>();
  const body = new ByteWriter();
  const string = (value: string): void => {
    const index = strings.get(value) ?? strings.size;
    if (index === strings.size) strings.set(value, index);
    body.unsigned(index);
  };
  const optional = (value: string | null): void => {
    body.unsigned(value === null ? 0 : 1);
    if (value !== null) string(value);
  };
  const path = (names: string[]): void => {
    body.unsigned(names.length);
    for (const name of names) string(name);
  };
  const roots = new Map<Root, number>();
  const root = (value: Root): void => {
    const before = roots.get(value);
    if (before !== undefined) {
      body.unsigned(ROOTS.indexOf(AGAIN));
      body.unsigned(before);
      return;
    }
    body.unsigned(ROOTS.indexOf(value.in));
    if (value.in === "file") body.unsigned(value.symbol * 2 + (value.isSelf ? 1 : 0));
    else if (value.in === "import") body.unsigned(value.import);
    else if (value.in === "free") string(value.name);
    else if (value.in === "this" || value.in === "super") body.unsigned(value.type);
    else if (value.in === "instance") typeName(value.type);
    else if (value.in === "result") body.unsigned(value.of);
    else if (value.in === "callback") {
      body.unsigned(value.of);
      body.unsigned(value.argument);
      body.unsigned(value.parameter + 1);
    } else if (value.in === "parameter") {
      string(value.name);
      optionalType(value.bound);
    } else if (value.in === "call") {
      typeName(value.of);
      types(value.typeArguments);
      types(value.arguments);
    }
    if (value.in === "call" || value.in === "instance") roots.set(value, roots.size);
  };
  const typeName = (value: TypeName): void => {
    root(value.root);
    path(value.path);
    body.unsigned(value.args === undefined ? 0 : 1);
    if (value.args !== undefined) types(value.args);
  };
  const optionalType = (value: TypeName | null): void => {
    body.unsigned(value === null ? 0 : 1);
    if (value !== null) typeName(value);
  };
  const types = (values: (TypeName | null)[]): void => {
    body.unsigned(values.length);
    for (const value of values) optionalType(value);
  };

  string(result.language);
  body.unsigned(result.lineCount);
  body.unsigned(STATUSES.indexOf(result.status));
  body.unsigned(result.isScript ? 1 : 0);
  body.unsigned(result.errorRanges.length);
  for (const [start, end] of result.errorRanges) {
    body.unsigned(start);
    body.unsigned(end - start);
  }
  body.unsigned(result.symbols.length);
  for (const symbol of result.symbols) {
    string(symbol.name);
    string(symbol.qualifiedName);
    body.unsigned(SYMBOL_KINDS.indexOf(symbol.kind));
    body.unsigned(symbol.parent + 1);
    body.unsigned(symbol.startLine);
    body.unsigned(symbol.endLine - symbol.startLine);
    body.unsigned(symbol.start);
    body.unsigned(symbol.end - symbol.start);
    body.unsigned(symbol.nameLine);
    body.unsigned(ACCESSES.indexOf(symbol.access));
    body.unsigned(FLAGS.reduce((bits, flag, bit) => bits | (symbol[flag] ? 1 << bit : 0), 0));
    optional(symbol.parameterSignature);
    body.unsigned(symbol.parameterCount === null ? 0 : symbol.parameterCount + 1);
    optional(symbol.returnType);
    optional(symbol.doc);
    optionalType(symbol.declaredType);
    path(symbol.typeParameters);
    types(symbol.parameterTypes ?? []);
    optionalType(symbol.receiverType ?? null);
    types(symbol.typeDefaults ?? []);
    optionalType(symbol.madeType ?? null);
  }
  body.unsigned(result.references.length);
  for (const reference of result.references) {
    body.unsigned(REFERENCE_KINDS.indexOf(reference.kind));
    body.unsigned(reference.from);
    body.unsigned(reference.line);
    root(reference.root);
    path(reference.path);
    body.unsigned(reference.argumentCount === null ? 0 : reference.argumentCount + 1);
    const { lines = [], typeArgumentCount = 0, argumentNames = [] } = reference;
    body.unsigned(lines.length);
    for (const line of lines) body.unsigned(line);
    body.unsigned(typeArgumentCount);
    path(argumentNames);
    types(reference.typeArguments ?? []);
    body.unsigned(reference.arguments?.length ?? 0);
    for (const argument of reference.arguments ?? []) {
      const { parameters = -1, gives, isAsync, isTyped } = argument ?? {};
      const givesBits = (gives === undefined ? 0 : gives === "value" ? 1 : 2) + (isAsync ? 3 : 0) + (isTyped ? 6 : 0);
      body.unsigned(argument === null ? 0 : 1 + givesBits + 12 * (parameters + 1));
      if (argument === null) continue;
      root(argument.root);
      path(argument.path);
    }
  }
  body.unsigned(result.imports.length);
  for (const item of result.imports) {
    body.unsigned(IMPORT_KINDS.indexOf(item.kind));
    string(item.specifier);
    string(item.imported);
    string(item.local);
    body.unsigned((item.isTypeOnly ? 1 : 0) | (item.isGlobal ? 2 : 0));
    body.unsigned(item.line);
  }
  body.unsigned(result.exports.length);
  for (const item of result.exports) {
    string(item.exported);
    const target = item.target;
    body.unsigned(EXPORT_TARGETS.indexOf(target.in));
    if (target.in === "file") body.unsigned(target.symbol);
    else if (target.in === "import") body.unsigned(target.import);
    else if (target.in === "module") {
      string(target.specifier);
      string(target.imported);
    }
    body.unsigned(item.isTypeOnly ? 1 : 0);
    body.unsigned(item.line);
    body.unsigned(item.namespace ?? 0);
  }

  const head = new ByteWriter();
  head.unsigned(strings.size);
  for (const value of strings.keys()) head.string(value);
  const packed = deflateRawSync(Buffer.concat([head.done(), body.done()]), { level: 1 });
  return Buffer.concat([Buffer.from([PARSE_RESULT_FORMAT]), packed]);
}

const NO_NAMES: string[] = [];
const UNKNOWN_ROOT: Root = { in: "unknown" };

/** Unpacks what `encodeParseResult` packed. Throws RangeError for bytes of another format or broken ones. */
export function decodeParseResult(bytes: Buffer): ParseResult {
  if (bytes[0] !== PARSE_RESULT_FORMAT) throw new RangeError("parse result of another format");
  const body = new ByteReader(inflateRawSync(bytes.subarray(1)));
  const strings = list(body, () => body.string());
  const number = (): number => body.unsigned();
  const string = (): string => strings[body.unsigned()]!;
  const optional = (): string | null => (body.unsigned() === 0 ? null : string());
  const path = (): string[] => some(body, string) ?? NO_NAMES;
  // One object for all names of a kind that are the same: nothing changes what was decoded.
  const free: (Root | undefined)[] = new Array(strings.length);
  const freeRoot = (at: number): Root => {
    free[at] ??= { in: "free", name: strings[at]! };
    return free[at];
  };
  const roots: Root[] = [];
  const numbered = (root: Root): Root => {
    roots.push(root);
    return root;
  };
  const root = (): Root => {
    const where = ROOTS[body.unsigned()]!;
    if (where === AGAIN) return roots[body.unsigned()]!;
    if (where === "file") {
      const packed = body.unsigned();
      return { in: where, symbol: packed >> 1, ...((packed & 1) === 1 && { isSelf: true }) };
    }
    if (where === "import") return { in: where, import: body.unsigned() };
    if (where === "free") return freeRoot(body.unsigned());
    if (where === "this" || where === "super") return { in: where, type: body.unsigned() };
    if (where === "instance") return numbered({ in: where, type: typeName() });
    if (where === "result") return { in: where, of: body.unsigned() };
    if (where === "callback")
      return { in: where, of: body.unsigned(), argument: body.unsigned(), parameter: body.unsigned() - 1 };
    if (where === "parameter") return { in: where, name: string(), bound: optionalType() };
    if (where === "call") {
      return numbered({ in: where, of: typeName(), typeArguments: typesOnly(), arguments: types() });
    }
    return UNKNOWN_ROOT;
  };
  const typeName = (): TypeName => {
    const type: TypeName = { root: root() as TypeName["root"], path: path() };
    if (body.unsigned() === 1) type.args = typesOnly();
    return type;
  };
  const optionalType = (): TypeName | null => (body.unsigned() === 0 ? null : typeName());
  const types = (): (TypeName | null)[] => list(body, optionalType);
  const typesOnly = (): TypeName[] => types() as TypeName[];

  const argument = (): Argument | null => {
    const form = body.unsigned();
    if (form === 0) return null;
    const parameters = Math.floor((form - 1) / 12) - 1;
    const gives = [undefined, "value" as const, "nothing" as const][(form - 1) % 3];
    const isAsync = (form - 1) % 6 >= 3 || undefined;
    const isTyped = (form - 1) % 12 >= 6 || undefined;
    return { root: root(), path: path(), parameters: parameters < 0 ? undefined : parameters, gives, isAsync, isTyped };
  };

  return {
    language: string(),
    lineCount: body.unsigned(),
    status: STATUSES[body.unsigned()]!,
    isScript: body.unsigned() === 1,
    errorRanges: list(body, () => {
      const start = body.unsigned();
      return [start, start + body.unsigned()];
    }),
    symbols: list(body, (): ParsedSymbol => {
      const name = string();
      const qualifiedName = string();
      const kind = SYMBOL_KINDS[body.unsigned()]!;
      const parent = body.unsigned() - 1;
      const startLine = body.unsigned();
      const endLine = startLine + body.unsigned();
      const start = body.unsigned();
      const end = start + body.unsigned();
      const nameLine = body.unsigned();
      const access = ACCESSES[body.unsigned()]!;
      const bits = body.unsigned();
      const parameterSignature = optional();
      const parameterCount = body.unsigned();
      return {
        name,
        qualifiedName,
        kind,
        parent,
        startLine,
        endLine,
        start,
        end,
        nameLine,
        access,
        isPublicApi: (bits & 1) !== 0,
        isStatic: (bits & 2) !== 0,
        isAbstract: (bits & 4) !== 0,
        isAsync: (bits & 8) !== 0,
        isOverride: (bits & 16) !== 0,
        isDeprecated: (bits & 32) !== 0,
        isExported: (bits & 64) !== 0,
        isMergeable: (bits & 128) !== 0,
        isOptional: (bits & 256) !== 0,
        parameterSignature,
        parameterCount: parameterCount === 0 ? null : parameterCount - 1,
        returnType: optional(),
        doc: optional(),
        declaredType: optionalType(),
        typeParameters: path(),
        parameterTypes: some(body, optionalType),
        receiverType: optionalType() ?? undefined,
        typeDefaults: some(body, optionalType),
        madeType: optionalType() ?? undefined,
      };
    }),
    references: list(body, (): Reference => {
      const kind = REFERENCE_KINDS[body.unsigned()]!;
      const from = body.unsigned();
      const line = body.unsigned();
      const origin = root();
      const names = path();
      const argumentCount = body.unsigned();
      const lines = some(body, number);
      const typeArgumentCount = body.unsigned();
      const argumentNames = some(body, string);
      const typeArguments = some(body, optionalType) as TypeName[] | undefined;
      return {
        kind,
        from,
        line,
        root: origin,
        path: names,
        argumentCount: argumentCount === 0 ? null : argumentCount - 1,
        lines,
        typeArguments,
        arguments: some(body, argument),
        typeArgumentCount: typeArgumentCount === 0 ? undefined : typeArgumentCount,
        argumentNames,
      };
    }),
    imports: list(body, () => {
      const kind = IMPORT_KINDS[body.unsigned()]!;
      const specifier = string();
      const imported = string();
      const local = string();
      const bits = body.unsigned();
      return {
        kind,
        specifier,
        imported,
        local,
        isTypeOnly: (bits & 1) !== 0,
        isGlobal: (bits & 2) !== 0,
        line: body.unsigned(),
      };
    }),
    exports: list(body, (): Export => {
      const exported = string();
      const where = EXPORT_TARGETS[body.unsigned()]!;
      let target: Export["target"];
      if (where === "file") target = { in: where, symbol: body.unsigned() };
      else if (where === "import") target = { in: where, import: body.unsigned() };
      else if (where === "module") target = { in: where, specifier: string(), imported: string() };
      else target = { in: "unknown" };
      const item: Export = { exported, target, isTypeOnly: body.unsigned() === 1, line: body.unsigned() };
      const namespace = body.unsigned();
      if (namespace > 0) item.namespace = namespace;
      return item;
    }),
  };
}

/** What is left out where there is none of it. The field is there all the same: objects of one shape are quicker to work with. */
function some<T>(reader: ByteReader, item: () => T): T[] | undefined {
  const count = reader.unsigned();
  return count === 0 ? undefined : listOf(count, item);
}

function list<T>(reader: ByteReader, item: () => T): T[] {
  return listOf(reader.unsigned(), item);
}

function listOf<T>(count: number, item: () => T): T[] {
  const items: T[] = new Array(count);
  for (let index = 0; index < items.length; index++) items[index] = item();
  return items;
}
