/**
 * Packs pieces of code into one text of a given length: the best whole, with their imports and the heads of the declarations around them; the others
 * as a line each, since a reader often needs a name and a place alone. Nothing is shown twice, and what the reader has already, by the keys of an
 * earlier text, is left out. Pure.
 */
import { createHash } from "node:crypto";
import { estimateTokens } from "../base/estimate-tokens.js";
import { need } from "../base/need.js";
import { oneLine, snippet } from "./snippet.js";

/** A piece of code that may go in. */
export interface ContextUnit {
  path: string;
  startLine: number;
  endLine: number;
  text: string;
  /** The unit in one line: a signature or a name. */
  line: string;
  /** 0 to 1; null for a neighbour in the graph. */
  score: number | null;
  /** How a neighbour is related: `called by rotateToken`. */
  relation: string | null;
  /** First lines of what encloses it, outermost first, by their number in the file. */
  enclosing: readonly { line: number; text: string }[];
  /** Imports of its file that it uses, as lines. */
  imports: readonly string[];
  /** Other places with the same text that are known already. */
  copies: readonly string[];
}

export interface PackOptions {
  /** How long the text may be. */
  tokens: number;
  characters: number;
  /** The most units that are shown with their code; the others are lines. */
  most: number;
  /** Whether places and scores are shown. */
  sources: boolean;
  scores: boolean;
  /** The keys of what the reader has. */
  seen: ReadonlySet<string>;
  /** A part of a unit that is too long holds these. */
  words: readonly string[];
}

export const FORMS = ["whole", "part", "line"] as const;
export type Form = (typeof FORMS)[number];

export interface PackedUnit {
  unit: ContextUnit;
  form: Form;
  /** Other places that have the same text. */
  also: string[];
}

/** A unit as the text shows it. */
export interface ShownUnit extends PackedUnit {
  text: string;
}

export interface Packed {
  text: string;
  /** In the order of the text. */
  shown: ShownUnit[];
  /** Units that the reader has. */
  known: number;
  /** Units for which there was no room. */
  leftOut: number;
  /** Keys of what is shown whole. */
  keys: string[];
}

/** While lines follow, this much is for code. */
const CODE_SHARE = 0.72;
/** Lines of one file, before those of other files. */
const LINES_OF_FILE = 3;
const LONGEST_LINE = 90;

interface Cost {
  tokens: number;
  characters: number;
}

/** Takes units best first; neighbours may stand anywhere, and are shown as lines before they are shown as code. */
export function pack(units: readonly ContextUnit[], options: PackOptions): Packed {
  const { wanted, known } = distinct(units, options.seen);
  const room: Cost = { tokens: options.tokens, characters: options.characters };
  const chosen = new Set<PackedUnit>();
  /** Characters that the chosen units of each file take: a unit that changes its form changes the headings of the others. */
  const costs = new Map<string, Cost>();
  /** Shows a unit in a form, if that fits into the share of the room. */
  const show = (one: PackedUnit, form: Form, share = 1): boolean => {
    const { path } = one.unit;
    const before = chosen.has(one) ? one.form : null;
    chosen.add(one);
    one.form = form;
    const ofFile = [...chosen].filter(({ unit }) => unit.path === path);
    const cost = costOf(inOrder(ofFile, wanted), options);
    let { tokens, characters } = cost;
    for (const [other, taken] of costs) {
      if (other === path) continue;
      tokens += taken.tokens;
      characters += taken.characters;
    }
    const fits = tokens <= room.tokens * share && characters <= room.characters * share;
    if (fits) costs.set(path, cost);
    else if (before === null) chosen.delete(one);
    else one.form = before;
    return fits;
  };

  const hits = wanted.filter(({ unit }) => unit.relation === null);
  const neighbours = wanted.filter(({ unit }) => unit.relation !== null);
  const best = hits.slice(0, options.most);
  const share = wanted.length > 1 ? CODE_SHARE : 1;
  for (const one of best) show(one, "whole", share) || (one.unit.text.length > 0 && show(one, "part", share));
  const others = [...neighbours, ...spread(hits)].filter((one) => !chosen.has(one));
  const lines = withoutEqual(others);
  for (const one of lines) show(one, "line");
  // Code takes the room that is left.
  for (const one of [...best, ...neighbours]) if (!chosen.has(one) || one.form !== "whole") show(one, "whole");

  const shown = inOrder([...chosen], wanted);
  return {
    text: textOf(shown, options),
    shown: shown.map((one) => ({ ...one, text: shownText(one, options) })),
    known,
    leftOut: wanted.filter((one) => !chosen.has(one) && (lines.includes(one) || !others.includes(one))).length,
    keys: shown.filter(({ form }) => form === "whole").map(({ unit }) => keyOf(unit)),
  };
}

/** One of each text, without what the reader has. */
function distinct(units: readonly ContextUnit[], seen: ReadonlySet<string>): { wanted: PackedUnit[]; known: number } {
  const byText = new Map<string, PackedUnit>();
  let known = 0;
  for (const unit of units) {
    if (seen.has(keyOf(unit))) {
      known++;
      continue;
    }
    const text = unit.text.replaceAll(/\s+/g, " ").trim() || `${unit.path} ${unit.line}`;
    const same = byText.get(text);
    if (same === undefined) byText.set(text, { unit, form: "line", also: [...unit.copies] });
    else if (same.unit.path !== unit.path || same.unit.startLine !== unit.startLine) same.also.push(placeOfUnit(unit));
  }
  return { wanted: [...byText.values()], known };
}

/** Those of files of which few stand before, then the others. */
function spread(units: readonly PackedUnit[]): PackedUnit[] {
  const counts = new Map<string, number>();
  const later: PackedUnit[] = [];
  const first = units.filter((one) => {
    const count = (counts.get(one.unit.path) ?? 0) + 1;
    counts.set(one.unit.path, count);
    if (count > LINES_OF_FILE) later.push(one);
    return count <= LINES_OF_FILE;
  });
  return [...first, ...later];
}

/** The first of those whose lines would say the same, as the parts of a long function do. */
function withoutEqual(units: readonly PackedUnit[]): PackedUnit[] {
  const said = new Set<string>();
  return units.filter(({ unit }) => {
    const key = `${unit.path} ${unit.line}`;
    return !said.has(key) && said.add(key);
  });
}

/** Units with code by file, files by their best unit, within a file by line; then the lines, by file as well. */
function inOrder(chosen: readonly PackedUnit[], ranked: readonly PackedUnit[]): PackedUnit[] {
  const rank = new Map(ranked.map((one, index) => [one, index]));
  const order = (units: PackedUnit[]): PackedUnit[] => {
    const best = new Map<string, number>();
    for (const one of units)
      best.set(one.unit.path, Math.min(best.get(one.unit.path) ?? Number.POSITIVE_INFINITY, need(rank, one)));
    return units.sort(
      (a, b) => need(best, a.unit.path) - need(best, b.unit.path) || a.unit.startLine - b.unit.startLine,
    );
  };
  return [
    ...order(chosen.filter(({ form }) => form !== "line")),
    ...order(chosen.filter(({ form }) => form === "line")),
  ];
}

/** Lines around the units of a file, each shown once. */
interface ShownAround {
  imports: Set<string>;
  enclosing: Set<number>;
  /** Whether a line of the file stands before. */
  hasLine: boolean;
}

function aroundShown(chosen: Iterable<PackedUnit>, next: PackedUnit): ShownAround {
  const around: ShownAround = { imports: new Set(), enclosing: new Set(), hasLine: false };
  for (const { unit, form } of chosen) {
    if (unit.path !== next.unit.path) continue;
    if (form === "line") {
      around.hasLine = true;
      continue;
    }
    for (const one of unit.imports) around.imports.add(one);
    for (const { line } of unit.enclosing) around.enclosing.add(line);
  }
  return around;
}

/** A unit as it stands in the text. */
function blockOf(
  { unit, form, also }: PackedUnit,
  around: ShownAround,
  { sources, scores, words }: PackOptions,
): string {
  const score = scores && unit.score !== null ? ` (${unit.score})` : "";
  if (form === "line") {
    const where = sources ? `${around.hasLine ? "  " : unit.path}:${unit.startLine} ` : "";
    return `${where}${shownText({ unit, form }, { words })}${unit.relation === null ? "" : `, ${unit.relation}`}${score}\n`;
  }
  const head = [
    ...(sources ? [`${placeOfUnit(unit)}${score}`] : scores ? [score.trim()] : []),
    ...(unit.relation === null ? [] : [unit.relation]),
    ...(sources && also.length > 0 ? [`the same in ${also.slice(0, 5).join(", ")}`] : []),
  ].join("; ");
  const imports = unit.imports.filter((one) => !around.imports.has(one));
  const enclosing = unit.enclosing.filter(({ line }) => !around.enclosing.has(line)).map(({ text }) => text);
  return `${[head, ...imports, ...enclosing, shownText({ unit, form }, { words })].filter((part) => part !== "").join("\n")}\n\n`;
}

function shownText({ unit, form }: Pick<PackedUnit, "unit" | "form">, { words }: Pick<PackOptions, "words">): string {
  if (form === "line") return oneLine(unit.line, LONGEST_LINE);
  return form === "whole" ? unit.text : snippet(unit.text, words);
}

/** The units as they stand in the text, one after the other. */
const blocksOf = (shown: readonly PackedUnit[], options: PackOptions): string[] =>
  shown.map((one, index) => blockOf(one, aroundShown(shown.slice(0, index), one), options));

const textOf = (shown: readonly PackedUnit[], options: PackOptions): string =>
  blocksOf(shown, options).join("").trimEnd();

/** Characters that the units of one file take, in their order. */
function costOf(shown: readonly PackedUnit[], options: PackOptions): Cost {
  const cost = { tokens: 0, characters: 0 };
  for (const block of blocksOf(shown, options)) {
    cost.tokens += estimateTokens(block);
    cost.characters += block.length;
  }
  return cost;
}

function placeOfUnit({ path, startLine, endLine }: ContextUnit): string {
  return `${path}:${startLine}-${endLine}`;
}

const KEY_BYTES = 3;
const KEY_LENGTH = 4;
/** At most this many keys are kept, the newest: an answer tells them all. */
const MOST_KEYS = 250;

/** A short word for a unit: one that changed has another. */
function keyOf({ path, text }: ContextUnit): string {
  return createHash("sha256").update(`${path}\0${text}`).digest().subarray(0, KEY_BYTES).toString("base64url");
}

/** The keys of earlier texts and of this one as one opaque word. */
export function seenWord(before: ReadonlySet<string>, keys: readonly string[]): string {
  return [...new Set([...before, ...keys])].slice(-MOST_KEYS).join("");
}

/** The keys in such a word; null for any other word. */
export function keysOf(seen: string): Set<string> | null {
  if (seen.length % KEY_LENGTH !== 0 || !/^[\w-]*$/.test(seen)) return null;
  return new Set(seen.match(/.{4}/g));
}
