/**
 * Prints a source back with its findings: under each line the symbols that start there and the references that end there with their last name, then
 * imports, exports and unparsed lines. Made for reading: a golden file is checked by eye, line by line.
 */
import { flatRoot, flatten, flattenStep } from "../../src/model/flat-types.js";
import type { Export, ParsedSymbol, ParseResult, Reference, Root, TypeExpr } from "../../src/model/parse-result.js";

/** The golden text of a source and its parse result. */
export function printGolden(source: string, result: ParseResult): string {
  const notes = new Map<number, string[]>();
  const note = (line: number, text: string): void => {
    const lines = notes.get(line);
    if (lines === undefined) notes.set(line, [text]);
    else lines.push(text);
  };
  const sourceLines = source.split(/\r\n|\r|\n/);
  result.symbols.forEach((symbol, index) => {
    for (const text of symbolNotes(symbol, index, result, source)) note(symbol.startLine, text);
  });
  for (const reference of result.references) {
    const line = sourceLines[reference.line - 1] ?? "";
    note(reference.line, `${caret(line, lastName(reference))}${referenceNote(reference, result)}`);
  }
  const printed = [
    `${result.language} ${result.status} lines=${result.lineCount}${result.isScript ? " script" : ""}`,
    ...sourceLines.flatMap((line, index) => [
      `  ${line}`.trimEnd(),
      ...(notes.get(index + 1) ?? []).map((n) => `#${n}`),
    ]),
  ];
  for (const imported of result.imports) {
    const flags = [imported.isTypeOnly && "type-only", imported.isGlobal && "global"].filter(Boolean).join(" ");
    printed.push(
      `import ${imported.kind} "${imported.specifier}" ${imported.imported || "(nothing)"} as ${imported.local || "(nothing)"} ${flags} line=${imported.line}`.replace(
        / {2,}/g,
        " ",
      ),
    );
  }
  for (const exported of result.exports) {
    printed.push(
      `export ${exported.exported} = ${exportTarget(exported, result)}${exported.isTypeOnly ? " type-only" : ""} line=${exported.line}`,
    );
  }
  for (const [start, end] of result.errorRanges) printed.push(`did not parse: ${start}-${end}`);
  return `${printed.join("\n")}\n`;
}

/** One line for the symbol, and one for its modifiers and the like, if it has any. */
function symbolNotes(symbol: ParsedSymbol, index: number, result: ParseResult, source: string): string[] {
  const flags = [
    symbol.isExported && "exported",
    symbol.isPublicApi && "api",
    symbol.isStatic && "static",
    symbol.isAbstract && "abstract",
    symbol.isAsync && "async",
    symbol.isOverride && "override",
    symbol.isDeprecated && "deprecated",
    symbol.isMergeable && "mergeable",
  ].filter(Boolean);
  const parent = symbol.parent < 0 ? "" : ` in ${nameOf(symbol.parent, result)}`;
  const nameLine = symbol.nameLine === symbol.startLine ? "" : ` name@${symbol.nameLine}`;
  const firstLine = source.slice(source.lastIndexOf("\n", Math.max(symbol.start - 1, 0)) + 1);
  const at = symbol.kind === "file" || symbol.kind === "module" ? " " : caret(firstLine.split("\n")[0]!, symbol.name);
  const lines = [
    `${at}def ${symbol.kind} ${nameOf(index, result)} [${symbol.startLine}-${symbol.endLine}]${nameLine}${parent} ${[symbol.access, ...flags].join(" ")}`,
  ];
  const details = [
    symbol.parameterSignature !== null &&
      `${symbol.parameterSignature} ${symbol.parameterCount === null ? "signature" : `${symbol.parameterCount} parameters`}`,
    symbol.returnType !== null && `returns ${symbol.returnType}`,
    symbol.declaredType !== null && `type ${typeName(symbol.declaredType, result)}`,
    symbol.typeParameters.length > 0 && `<${symbol.typeParameters.join(", ")}>`,
    symbol.doc !== null && `doc ${JSON.stringify(symbol.doc)}`,
  ].filter(Boolean);
  if (details.length > 0) lines.push(`      ${details.join("; ")}`);
  return lines;
}

function referenceNote(reference: Reference, result: ParseResult): string {
  const path = reference.path.map((step) => `.${flattenStep(step)}`).join("");
  const count = reference.argumentCount === null ? "" : ` ${reference.argumentCount} arguments`;
  return `ref ${reference.kind} ${rootName(reference.root, result)}${path} from ${nameOf(reference.from, result)}${count}`;
}

function rootName(root: Root, result: ParseResult): string {
  switch (root.in) {
    case "file":
      return `${nameOf(root.symbol, result)}`;
    case "import": {
      const imported = result.imports[root.import]!;
      return `import(${imported.imported} of ${imported.specifier})`;
    }
    case "free":
      return `free(${root.name})`;
    case "this":
      return `this(${nameOf(root.type, result)})`;
    case "super":
      return `super(${nameOf(root.type, result)})`;
    case "instance":
      return `instance(${typeName(root.type, result)})`;
    case "result":
      return `result(${lastName(result.references[root.of]!)}@${result.references[root.of]!.line})`;
    case "callback":
      return `callback(${lastName(result.references[root.of]!)}@${result.references[root.of]!.line} ${root.argument})`;
    case "parameter":
      return `parameter(${root.name}${root.bound === null ? "" : ` extends ${typeName(root.bound, result)}`})`;
    case "call": {
      const given = root.arguments.map((type) => (type === null ? "?" : typeName(type, result))).join(", ");
      const types = root.typeArguments.map((type) => typeName(type, result)).join(", ");
      return `call(${typeName(root.of, result)}<${types}>(${given}))`;
    }
    case "form":
      return `free(${flatRoot(root)})`;
    case "unknown":
      return "unknown";
  }
}

function typeName(type: TypeExpr, result: ParseResult): string {
  const isNamed = type.kind === "named";
  const { word, names, types } = isNamed
    ? { word: "", names: type.path.map(flattenStep), types: type.args }
    : flatten(type);
  const element = types === undefined ? "" : `<${types.map((part) => typeName(part, result)).join(", ")}>`;
  return (isNamed ? rootName(type.root, result) : `free(${word})`) + names.map((name) => `.${name}`).join("") + element;
}

function exportTarget(exported: Export, result: ParseResult): string {
  const { target } = exported;
  if (target.in === "module") return `${target.imported} of ${target.specifier}`;
  if (target.in === "unknown") return "unknown";
  return rootName(target, result);
}

function nameOf(symbol: number, result: ParseResult): string {
  return symbol === 0 ? "(file)" : result.symbols[symbol]!.qualifiedName;
}

function lastName(reference: Reference): string {
  const last = reference.path.at(-1);
  if (last !== undefined) return flattenStep(last);
  return reference.root.in === "free" ? reference.root.name : "";
}

/** Spaces and carets that stand under the first whole-word place of `name` in the line; where it is not found, none. */
function caret(line: string, name: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const at = name === "" ? -1 : line.search(new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`));
  if (at < 0) return "  ";
  return ` ${line.slice(0, at).replace(/[^\t]/g, " ")}${"^".repeat(name.length)} `;
}
