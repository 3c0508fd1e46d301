/**
 * Which names of a file lead where. The index keeps the line of each reference, not its column: a name of that line is the one that is meant. A line of
 * a file that changed since has other names, and leads nowhere rather than wrong.
 */
import type { Answer, FileReferencesAnswer } from "../api.js";

type Outlined = Answer<"get_file_outline">["results"][number];
type Named = Omit<FileReferencesAnswer["symbols"][number], "is_shared">;

export interface Target {
  node: string | null;
  name: string;
  qualifiedName: string;
  kind: string;
  signature: string;
  path: string | null;
  first: number;
  last: number;
  /** Of an external symbol: its package. */
  module: string | null;
  /** How it was found; null for a declaration. */
  confidence: string | null;
  /** calls, references, imports, … */
  edge: string | null;
}

export interface Link {
  /** As it stands in the code. */
  name: string;
  /** None: no edge of the index is known here. */
  targets: Target[];
  /** Whether the name stands at its own declaration. */
  isDeclaration: boolean;
}

export interface LineLinks {
  names: Map<string, Link>;
  /** Where the text of an import leads: `"./prices"`. */
  imported: Link | null;
}

const IDENTIFIER = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;
/** Below its first line, so far down the name of a declaration is looked for: decorators and comments stand before it. */
const NAME_WITHIN = 12;

export const identifiersIn = (text: string): IterableIterator<RegExpMatchArray> => text.matchAll(IDENTIFIER);

/** The links of a file, by line. */
export function linksOf(
  lines: readonly string[],
  references: FileReferencesAnswer | undefined,
  outline: readonly Outlined[],
): Map<number, LineLinks> {
  const links = new Map<number, LineLinks>();
  const linksAt = (line: number): LineLinks => {
    const known = links.get(line) ?? { names: new Map(), imported: null };
    links.set(line, known);
    return known;
  };
  for (const symbol of outline) {
    const line = lineOfName(lines, symbol);
    const name = bare(symbol.name);
    if (line !== null) linksAt(line).names.set(name, { name, targets: [targetOf(symbol, null)], isDeclaration: true });
  }
  if (!references) return links;
  const symbols = new Map(references.symbols.map((symbol) => [symbol.node_id, symbol]));
  const externals = new Map(references.externals.map((external) => [external.node_id, external]));
  for (const reference of references.references) {
    const symbol = reference.target === null ? undefined : symbols.get(reference.target);
    const external = reference.target === null ? undefined : externals.get(reference.target);
    const target: Target | null = symbol
      ? targetOf(symbol, reference)
      : external
        ? {
            ...NOWHERE,
            name: external.name,
            qualifiedName: external.name,
            module: external.module,
            ...sure(reference),
          }
        : reference.name
          ? { ...NOWHERE, name: reference.name, qualifiedName: reference.name, ...sure(reference) }
          : null;
    if (!target) continue;
    const here = linksAt(reference.line);
    if (symbol && reference.kind === "imports" && /^(file|module)$/.test(symbol.node_type)) {
      const targets = [...(here.imported?.targets ?? []), target];
      here.imported = { name: symbol.name, targets, isDeclaration: false };
      continue;
    }
    for (const name of namesOf(target)) {
      const before = here.names.get(name);
      if (before?.isDeclaration) continue;
      const targets = before?.targets ?? [];
      // The surest come first: a call and an import of one symbol are one link.
      if (!targets.some((one) => one.node === target.node && one.node !== null)) targets.push(target);
      here.names.set(name, { name, targets, isDeclaration: false });
    }
  }
  return links;
}

const NOWHERE = { node: null, kind: "", signature: "", path: null, first: 0, last: 0, module: null };

const sure = ({ confidence, kind }: FileReferencesAnswer["references"][number]) => ({ confidence, edge: kind });

function targetOf(
  symbol: Named & { is_shared?: boolean },
  reference: FileReferencesAnswer["references"][number] | null,
): Target {
  return {
    node: symbol.node_id,
    name: symbol.name,
    qualifiedName: symbol.qualified_name,
    kind: symbol.node_type,
    signature: `${symbol.parameter_signature ?? ""}${symbol.return_type ? `: ${symbol.return_type}` : ""}`,
    path: symbol.is_shared ? null : symbol.file_path,
    first: symbol.line_start,
    last: symbol.line_end,
    module: null,
    confidence: reference?.confidence ?? null,
    edge: reference?.kind ?? null,
  };
}

/** A name without labels, type arguments and the sign of a private field. */
const bare = (name: string): string => name.replace(/[(<].*$/, "").replace(/^[#@~]/, "");

/** The names by which code refers to it: a constructor goes by that of its class, and a member of a library by its last part (`String.trim`). */
function namesOf({ name, qualifiedName, kind, confidence }: Target): string[] {
  const parts = qualifiedName.replace(/<[^<>]*>/g, "").split(/[.#:/]+/);
  const own = bare((confidence === "external" && parts.at(-1)) || name);
  return kind === "constructor" ? [own, ...parts.slice(-2, -1)] : [own];
}

function lineOfName(lines: readonly string[], { name, line_start: first, line_end: last }: Outlined): number | null {
  const own = bare(name);
  for (let line = first; line <= Math.min(last, first + NAME_WITHIN); line++)
    for (const [found] of identifiersIn(lines[line - 1] ?? "")) if (found === own) return line;
  return null;
}
