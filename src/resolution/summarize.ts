/** From a parse result to a program file: what other files can see of it, and the numbers of all names that it mentions. */
import type { Language } from "../languages/language.js";
import type { ParsedSymbol, ParseResult, Reference, TypeName } from "../model/parse-result.js";
import { bareName } from "./csharp/names.js";
import { isTypeKind, type ProgramIndex } from "./name-index.js";
import type { Heritage, ProgramFile, ProgramSymbol } from "./program-file.js";

/** What `work` gives; null where it outgrows the stack. */
export function summariseSafely(work: () => ProgramFile): ProgramFile | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function summarise(
  index: ProgramIndex,
  id: number,
  path: string,
  language: Language,
  parse: ParseResult,
  nodeIds: string[],
): ProgramFile {
  const { intern } = index;
  const isCsharp = language.family === "csharp";
  const mentions = new Set<number>();
  const mention = (name: string) => {
    if (name !== "") mentions.add(intern(name));
  };
  const kept = (name: string) => index.names[intern(name)]!;
  const keptType = ({ root, path, args }: TypeName): TypeName => {
    if (root.in === "free" && path.length === 0 && args === undefined) return index.typeNamed(kept(root.name));
    const of = keptRoot(root);
    const through = path.length === 0 ? NO_NAMES : path.map(kept);
    return args === undefined ? { root: of, path: through } : { root: of, path: through, args: args.map(keptType) };
  };
  const keptOrNull = (type: TypeName | null) => (type === null ? null : keptType(type));
  const keptRoot = (root: TypeName["root"]): TypeName["root"] => {
    switch (root.in) {
      case "free":
        return { in: "free", name: kept(root.name) };
      case "instance":
        return { in: "instance", type: keptType(root.type) };
      case "parameter":
        return { in: "parameter", name: kept(root.name), bound: keptOrNull(root.bound) };
      case "call":
        return {
          in: "call",
          of: keptType(root.of),
          typeArguments: root.typeArguments.map(keptType),
          arguments: root.arguments.map(keptOrNull),
        };
      default:
        return { ...root };
    }
  };
  // The steps of a long chain are roots of each other: each is looked at once.
  const seenRoots = new Set<Reference["root"]>();
  const mentionRoot = (root: Reference["root"]) => {
    if (root.in === "instance" || root.in === "call") {
      if (seenRoots.has(root)) return;
      seenRoots.add(root);
    }
    if (root.in === "free") mention(isCsharp ? bareName(root.name) : root.name);
    else if (root.in === "instance") mentionType(root.type);
    else if (root.in === "file") mention(parse.symbols[root.symbol]?.name ?? "");
    else if (root.in === "parameter") mentionOrNull(root.bound);
    else if (root.in === "call") {
      mentionType(root.of);
      for (const type of root.typeArguments) mentionType(type);
      for (const type of root.arguments) mentionOrNull(type);
    }
  };
  const mentionType = (type: TypeName) => {
    mentionRoot(type.root);
    for (const name of type.path) mention(name);
    for (const arg of type.args ?? []) mentionType(arg);
  };
  const mentionOrNull = (type: TypeName | null) => {
    if (type !== null) mentionType(type);
  };

  const internals: boolean[] = [];
  const classes = componentClasses(parse);
  const symbols = parse.symbols.map((symbol, at): ProgramSymbol => {
    const isInternal = symbol.access === "internal" || symbol.access === "private protected";
    internals.push(isInternal || internals[symbol.parent] === true);
    mention(symbol.name);
    if (isCsharp && symbol.kind === "namespace") for (const part of namesIn(symbol.name)) mention(part);
    if (symbol.declaredType !== null) mentionType(symbol.declaredType);
    for (const type of symbol.parameterTypes ?? []) mentionOrNull(type);
    if (!isCsharp) mentionOrNull(symbol.receiverType ?? null);
    for (const type of symbol.typeDefaults ?? []) mentionOrNull(type);
    mentionOrNull(symbol.madeType ?? null);
    const parameters = isCsharp ? parametersOf(symbol) : null;
    const [minArguments, maxArguments] = isCsharp ? argumentRange(parameters) : rangeOfOverload(symbol);
    const { isOfType, extended } = isCsharp ? extendedType(parse, symbol, kept) : NOT_EXTENDING;
    return {
      name: kept(symbol.name),
      kind: classes.has(at) ? "class" : symbol.kind,
      parent: symbol.parent,
      isStatic: symbol.isStatic,
      isPrivate: symbol.access === "private" || symbol.access === "file",
      isInternal: internals.at(-1)!,
      isExported: symbol.isExported,
      isMergeable: symbol.isMergeable,
      isOptional: symbol.isOptional,
      isCallable: symbol.parameterSignature !== null,
      minArguments,
      maxArguments,
      parameterNames: parameters === null ? null : kept(` ${parameters.map(nameOfParameter).join(" ")} `),
      extends: isOfType ? null : extended,
      extendsType: isOfType ? extended : null,
      isExplicit: isCsharp && isExplicitImplementation(symbol, parse.symbols[symbol.parent]),
      declaredType: symbol.declaredType === null ? null : keptType(symbol.declaredType),
      madeType: symbol.madeType === undefined ? null : keptType(symbol.madeType),
      receiverType: isCsharp || symbol.receiverType === undefined ? null : keptType(symbol.receiverType),
      parameterTypes: symbol.parameterTypes === undefined ? NO_TYPES : symbol.parameterTypes.map(keptOrNull),
      typeDefaults: symbol.typeDefaults === undefined ? NO_TYPES : symbol.typeDefaults.map(keptOrNull),
      typeParameters: symbol.typeParameters.length === 0 ? NO_NAMES : symbol.typeParameters.map(kept),
    };
  });

  const firstChild = new Int32Array(symbols.length).fill(-1);
  const nextSibling = new Int32Array(symbols.length).fill(-1);
  for (let child = symbols.length - 1; child > 0; child--) {
    const parent = symbols[child]!.parent;
    if (parent < 0 || parent >= child) continue;
    nextSibling[child] = firstChild[parent]!;
    firstChild[parent] = child;
  }

  const heritage: Heritage[] = [];
  const positions = new Map<number, number>();
  for (const reference of parse.references) {
    mentionRoot(reference.root);
    for (const name of reference.path) mention(name);
    if (reference.kind === "decorator" && isCsharp) {
      const last = reference.path.at(-1) ?? (reference.root.in === "free" ? bareName(reference.root.name) : "");
      mention(`${last}Attribute`);
    }
    const { from, kind, line, root, path, typeArguments } = reference;
    for (const type of typeArguments ?? []) mentionType(type);
    if ((kind === "extends" || kind === "implements") && isTypeRoot(root)) {
      const position = positions.get(from) ?? 0;
      positions.set(from, position + 1);
      heritage.push({
        from,
        kind,
        base: keptType({ root, path, ...(typeArguments && { args: typeArguments }) }),
        line,
        position,
      });
    }
  }
  heritage.sort((a, b) => a.from - b.from);

  const specifiers = new Set<string>();
  const imports = parse.imports.map((item) => {
    mention(item.imported);
    mention(item.local);
    if (isCsharp) for (const part of namesIn(item.specifier)) mention(part);
    else specifiers.add(kept(item.specifier));
    return { ...item, specifier: kept(item.specifier), imported: kept(item.imported), local: kept(item.local) };
  });
  const exports = parse.exports.map((item) => {
    mention(item.exported);
    if (item.target.in !== "module") return { ...item, exported: kept(item.exported) };
    mention(item.target.imported);
    specifiers.add(kept(item.target.specifier));
    const target = {
      in: "module" as const,
      specifier: kept(item.target.specifier),
      imported: kept(item.target.imported),
    };
    return { ...item, exported: kept(item.exported), target };
  });

  return {
    id,
    path,
    language,
    isCsharp,
    isScript: parse.isScript,
    isDeclarationFile: /\.d\.[mc]?ts$/.test(path),
    nodeIds,
    symbols,
    firstChild,
    nextSibling,
    heritage,
    imports,
    exports,
    specifiers: [...specifiers],
    targets: null,
    mentioned: Int32Array.from(mentions).sort(),
  };
}

const NO_NAMES: string[] = [];

const NO_TYPES: (TypeName | null)[] = [];

/** The components that are classes: with a base, or with members that instances have. */
function componentClasses({ symbols, references }: ParseResult): Set<number> {
  const found = new Set<number>();
  for (const { kind, from } of references) if (kind === "extends") found.add(from);
  for (const { kind, parent, isStatic } of symbols) {
    if (!isStatic && (kind === "constructor" || kind === "method" || kind === "field")) found.add(parent);
  }
  for (const at of found) {
    const { kind = "file", parameterSignature = null } = symbols[at] ?? {};
    if (kind !== "component" || parameterSignature?.startsWith("(")) found.delete(at);
  }
  return found;
}

function isTypeRoot(root: Reference["root"]): root is TypeName["root"] {
  return root.in !== "result" && root.in !== "callback";
}

/** `void IDisposable.Dispose()`: the qualified name has the interface between the type and the member. */
function isExplicitImplementation(symbol: ParsedSymbol, parent: ParsedSymbol | undefined): boolean {
  if (parent === undefined || !isTypeKind(parent.kind) || isTypeKind(symbol.kind)) return false;
  return symbol.qualifiedName.length > parent.qualifiedName.length + 1 + symbol.name.length;
}

/** The names in a dotted name with type arguments: `A.B<C>` gives A, B, C. */
export function namesIn(text: string): string[] {
  return text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}

const NOT_EXTENDING = { isOfType: false, extended: null };

/** The name of the type that a symbol extends, and whether by a static member. */
function extendedType(
  { symbols, imports }: ParseResult,
  { parameterSignature, receiverType, isStatic, typeParameters }: ParsedSymbol,
  kept: (name: string) => string,
): { isOfType: boolean; extended: string | null } {
  const signature = parameterSignature ?? "";
  if (receiverType !== undefined) {
    const { root, path } = receiverType;
    let name = path.at(-1);
    if (root.in === "free") name ??= bareName(root.name);
    else if (root.in === "file") name ??= symbols[root.symbol]?.name;
    else if (root.in === "import") name ??= imports[root.import]?.imported;
    else if (root.in === "parameter") name ??= typeParameters.find((parameter) => parameter === root.name);
    if (name === undefined) return NOT_EXTENDING;
    return { isOfType: isStatic && !signature.startsWith("(this "), extended: kept(name) };
  }
  if (!isStatic || signature === "") return NOT_EXTENDING;
  const first =
    /^\(\s*(?:\[[^\]]*\]\s*)*(?:scoped\s+|ref\s+|in\s+)*this\s+(?:scoped\s+|ref\s+|readonly\s+|in\s+)*([\p{L}_@][\p{L}\p{N}_.:]*)/u.exec(
      signature,
    );
  if (first === null) return NOT_EXTENDING;
  return { isOfType: false, extended: kept(first[1]!.slice(first[1]!.search(/[^.:]*$/))) };
}

/** The parameters of a C# symbol as they are written; null where they are not known. */
function parametersOf({ parameterSignature, parameterCount }: ParsedSymbol): string[] | null {
  if (parameterSignature === null || parameterCount === null || parameterCount > 254) return null;
  const parameters = splitParameters(parameterSignature).map((each) => each.replace(/^(?:\[[^\]]*\]\s*)+/, ""));
  return parameters.length === parameterCount ? parameters : null;
}

const DEFAULT_VALUE = /(?<=[^=!<>])=(?=[^=>]).*$/s;

/** The least and the most arguments a call may give: optional parameters and `params` looked at. */
function argumentRange(parameters: string[] | null): [number, number] {
  if (parameters === null) return [0, 255];
  const optional = parameters.filter((parameter) => DEFAULT_VALUE.test(parameter)).length;
  const isParams = parameters.length > 0 && parameters.at(-1)!.startsWith("params ");
  return [parameters.length - optional - (isParams ? 1 : 0), isParams ? 255 : parameters.length];
}

/** TypeScript: the least and the most arguments that an overload takes; any number of what is none, as nobody asks. */
function rangeOfOverload({ isMergeable, parameterSignature, parameterCount }: ParsedSymbol): [number, number] {
  if (!isMergeable || parameterSignature === null || parameterCount === null || parameterCount > 254) return [0, 255];
  const parameters = splitParameters(parameterSignature.replaceAll("=>", "  ")).filter(
    (each) => !/^this\s*:/.test(each),
  );
  if (parameters.length !== parameterCount) return [0, 255];
  const isRest = parameters.at(-1)?.startsWith("...") === true;
  const needed = parameters.filter((each) => !/^[^:=]*\?\s*(?::|$)|=|^\.\.\./.test(each)).length;
  return [needed, isRest ? 255 : parameters.length];
}

function nameOfParameter(parameter: string): string {
  return /@?([\p{L}\p{N}_]*)\s*$/u.exec(parameter.replace(DEFAULT_VALUE, ""))![1]!;
}

/** `(int a, Dictionary<string, int> b)` gives its two parameters. */
function splitParameters(signature: string): string[] {
  const parameters: string[] = [];
  let depth = 0;
  let start = 1;
  const end = signature.length - 1;
  for (let i = 1; i < end; i++) {
    const char = signature[i]!;
    if (char === '"' || char === "'") {
      for (i++; i < end && signature[i] !== char; i++) if (signature[i] === "\\") i++;
    } else if ("(<[{".includes(char)) depth++;
    else if (")>]}".includes(char)) depth--;
    else if (char === "," && depth === 0) {
      parameters.push(signature.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = signature.slice(start, end).trim();
  if (last !== "") parameters.push(last);
  return parameters;
}
