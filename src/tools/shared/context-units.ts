/** Gathers what may go into a packed context: the hits with what surrounds them in their files, and their neighbours in the graph. */
import { lastOf, nth } from "../../base/need.js";
import { namesOfChunk } from "../../format/chunk-names.js";
import { namesIn, shortImport, statementsAt, usedImport } from "../../format/imports.js";
import type { ContextUnit } from "../../format/pack.js";
import { rounded } from "../../format/rounded.js";
import { bestStretch } from "../../format/snippet.js";
import { withSignature } from "../../format/symbols.js";
import { tiersUpTo } from "../../graph/relations.js";
import { isCallable, isContainer, isNamespace, readSymbols } from "../../graph/symbol.js";
import { type Direction, type Link, neighbourhood } from "../../graph/ways/walk.js";
import { maskSecrets } from "../../masking/secrets.js";
import type { EdgeKind } from "../../model/edge.js";
import type { CodeHit } from "../../search/code/search.js";
import type { ViewSnapshot } from "../../search/snapshot.js";
import type { Db } from "../../store/db/db.js";
import { outgoingEdges } from "../../store/outgoing.js";
import { headsOfFile, type SymbolHead } from "../../store/symbol-heads.js";
import { readSources } from "../../store/texts.js";
import type { View } from "../../store/views.js";

/** The graph is followed from this many of the best hits. */
const STARTS = 3;
const MOST_IMPORTS = 12;
const LONGEST_LINE = 160;
/** The most lines of a neighbour that is shown; a longer one has its name alone. */
const MOST_LINES = 80;

export interface Expansion {
  hops: number;
  direction: Direction;
  edgeKinds: readonly EdgeKind[];
  maxNodes: number;
  maxEdges: number;
}

/** The hits as units; the first `most` with what encloses them and the imports they use. */
export async function hitUnits(db: Db, view: View, hits: readonly CodeHit[], most: number): Promise<ContextUnit[]> {
  const around = await surroundings(db, view, hits.slice(0, most));
  return hits.map((hit, index) => ({
    path: hit.chunk.path,
    startLine: hit.chunk.startLine,
    endLine: hit.chunk.endLine,
    text: hit.text,
    // Masked before it is cut: what is left of a secret is not known as one.
    line: maskSecrets(lineOf(hit)),
    score: rounded(hit.relevance),
    relation: null,
    copies: hit.copies.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`),
    ...(around[index] ?? { enclosing: [], imports: [] }),
  }));
}

/** A hit in one line: its signature with the class around it, a type with its members, a document's headings, or its line with most of some words. */
export function lineOf({ chunk, text }: CodeHit, words: readonly string[] = []): string {
  const { breadcrumb, signature, symbolNames, kind } = chunk;
  const path = (breadcrumb ?? "").split(" › ");
  if (signature !== null) return path.length > 1 ? `${path.at(-2)}.${signature}` : signature;
  if (kind === "section" || kind === "text") return breadcrumb ?? firstLine(text);
  const name = lastOf(path);
  const others = symbolNames.filter((one) => !path.includes(one)).join(", ");
  if (name === "") return others || telling(text, words);
  const isInside = kind === "block" || kind === "members" || namesOfChunk(chunk).own === null;
  return `${isInside ? "in" : kind} ${name}${others === "" ? "" : `: ${others}`}`;
}

function telling(text: string, words: readonly string[]): string {
  const lines = text.split("\n");
  const best = nth(lines, bestStretch(lines, words, 1));
  return best.trim() === "" ? firstLine(text) : best;
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "") ?? "";
}

interface Surroundings {
  enclosing: { line: number; text: string }[];
  imports: string[];
}

async function surroundings(db: Db, view: View, hits: readonly CodeHit[]): Promise<Surroundings[]> {
  const code = hits.filter(({ chunk }) => chunk.language !== null).map(({ chunk }) => chunk);
  const heads = new Map<number, SymbolHead[]>();
  for (const { versionId } of code)
    if (!heads.has(versionId)) heads.set(versionId, await headsOfFile(db, view, versionId));
  const files = [...heads.values()].flatMap(([file]) => (file === undefined ? [] : [file]));
  const tiers = [...tiersUpTo("unique"), "external" as const];
  const edges = await outgoingEdges(db, view, files, { kinds: ["imports"], tiers, limit: 2000 });
  const sources = await linesOf(db, view.projectId, code);
  return hits.map(({ chunk, text }) => {
    const lines = sources.get(chunk.contentHash.toString("hex"));
    if (lines === undefined) return { enclosing: [], imports: [] };
    const enclosing = (heads.get(chunk.versionId) ?? [])
      .filter((head) => head.ordinal > 0 && head.lineStart < chunk.startLine && head.lineEnd >= chunk.endLine)
      .filter(({ nodeType }) => isCallable(nodeType) || (isContainer(nodeType) && !isNamespace(nodeType)))
      .map((head) => ({ line: head.lineStart, text: declarationLine(lines, head) }));
    const used = namesIn(text);
    // Names that any piece of the file uses. So all have the same statement, and it is shown once.
    const usedInFile = namesIn(
      hits.flatMap((hit) => (hit.chunk.versionId === chunk.versionId ? [hit.text] : [])).join("\n"),
    );
    const own = edges.filter((edge) => edge.sourceVersion === chunk.versionId);
    const statements = statementsAt(
      lines,
      own.map(({ line }) => line),
    );
    const imports = statements
      .filter(({ start }) => start < chunk.startLine || start > chunk.endLine)
      .flatMap(({ text: statement, start, end }) => {
        const leadsIntoProject = own.some(({ line, tier }) => line >= start && line <= end && tier !== "external");
        const ofPiece = usedImport(statement, used, leadsIntoProject);
        if (ofPiece === null) return [];
        const ofFile = usedImport(statement, usedInFile, leadsIntoProject)!;
        return shortImport(ofFile.length > LONGEST_LINE ? ofPiece : ofFile, LONGEST_LINE) ?? [];
      });
    return { enclosing, imports: [...new Set(imports)].slice(0, MOST_IMPORTS) };
  });
}

/** The line that has a declaration's name, without its body. */
function declarationLine(lines: readonly string[], { lineStart, lineEnd, name }: SymbolHead): string {
  const line = lines.slice(lineStart - 1, Math.min(lineEnd, lineStart + 20)).find((one) => one.includes(name));
  return (line ?? lines[lineStart - 1] ?? "").trimEnd().slice(0, LONGEST_LINE);
}

/** The lines of files, by the hex of their hashes. */
async function linesOf(
  db: Db,
  projectId: string,
  files: readonly { contentHash: Buffer }[],
): Promise<Map<string, string[]>> {
  const sources = await readSources(db, projectId, files);
  return new Map([...sources].map(([hash, source]) => [hash, source.split(/\r?\n/)]));
}

/** Symbols near the best hits in the graph, the nearest first; those that a hit shows already are left out. */
export async function neighbourUnits(
  db: Db,
  view: View,
  snapshot: ViewSnapshot,
  hits: readonly CodeHit[],
  expansion: Expansion,
): Promise<ContextUnit[]> {
  const starts: string[] = [];
  for (const { chunk } of hits.slice(0, STARTS)) {
    const heads = await headsOfFile(db, view, chunk.versionId);
    const inside = heads.filter(
      ({ ordinal, lineStart, nodeType }) =>
        ordinal > 0 && lineStart >= chunk.startLine && lineStart <= chunk.endLine && !isNamespace(nodeType),
    );
    const ordinals = new Set(inside.map(({ ordinal }) => ordinal));
    starts.push(...inside.filter(({ parentOrdinal }) => !ordinals.has(parentOrdinal)).map(({ nodeId }) => nodeId));
  }
  const { nodes, links } = await neighbourhood(db, view, await readSymbols(db, view, [...new Set(starts)]), {
    hops: expansion.hops,
    direction: expansion.direction,
    kinds: expansion.edgeKinds,
    tiers: tiersUpTo("unique"),
    maxNodes: starts.length + expansion.maxNodes,
    maxEdges: expansion.maxEdges,
  });
  const found = [...nodes.values()]
    .flatMap((node) => ("symbol" in node ? [node.symbol] : []))
    .filter(({ nodeId, path, lineStart }) => !starts.includes(nodeId) && !isShown(hits, path, lineStart));
  const names = new Map(
    [...nodes].flatMap(([id, node]) => ("symbol" in node ? [[id, node.symbol.name] as const] : [])),
  );
  const files = new Map(snapshot.files.map((file) => [file.path, file]));
  const shown = found.slice(0, expansion.maxNodes);
  const sources = await linesOf(
    db,
    view.projectId,
    shown.flatMap(({ path }) => files.get(path) ?? []),
  );
  return shown.map((head) => {
    const hash = files.get(head.path)?.contentHash.toString("hex") ?? "";
    const isShort = head.nodeType !== "file" && head.lineEnd - head.lineStart < MOST_LINES;
    const lines = isShort ? (sources.get(hash)?.slice(head.lineStart - 1, head.lineEnd) ?? []) : [];
    return {
      path: head.path,
      startLine: head.lineStart,
      endLine: head.lineEnd,
      text: lines.join("\n"),
      line: maskSecrets(signatureOf(head)),
      score: null,
      relation: relationOf(head.nodeId, links, names),
      enclosing: [],
      imports: [],
      copies: [],
    };
  });
}

function isShown(hits: readonly CodeHit[], path: string, line: number): boolean {
  return hits.some(({ chunk }) => chunk.path === path && line >= chunk.startLine && line <= chunk.endLine);
}

function signatureOf({ qualifiedName, parameterSignature, returnType, nodeType, path }: SymbolHead): string {
  if (nodeType === "file") return path;
  const name = qualifiedName.split(".").slice(-2).join(".");
  return `${withSignature(name, parameterSignature)}${returnType === null ? "" : `: ${returnType}`}`;
}

/** How one says of the target of an edge what the source does. */
const PASSIVE: Record<EdgeKind, string> = {
  calls: "called by",
  inherits: "base of",
  implements: "implemented by",
  imports: "imported by",
  overrides: "overridden by",
  references: "referred to by",
  contains: "in",
  accepts: "taken by",
  extends: "extended by",
};

function relationOf(nodeId: string, links: readonly Link[], names: ReadonlyMap<string, string>): string {
  const link = links.find(({ source, target }) => source === nodeId || target === nodeId);
  if (link === undefined) return "near it";
  return link.target === nodeId
    ? `${PASSIVE[link.kind]} ${names.get(link.source) ?? ""}`
    : `${link.kind} ${names.get(link.target) ?? ""}`;
}
