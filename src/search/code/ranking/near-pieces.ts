/**
 * Pieces of one file, and files of one folder, in the ranking of a question: which piece of a file comes first, good neighbours raise a piece, and further
 * pieces of a file stand back.
 */
import { addToList } from "../../../base/groups.js";
import { need, nth } from "../../../base/need.js";
import { inOrder, type Rankable, type RankedChunk, strengthOf } from "./ranked-chunk.js";
import { FACTORS, type Factor } from "./weights.js";

/** The least of the factors that lower further pieces of a file. */
const LEAST = { again: 0.9, elsewhere: 0.7 };
/** How many pieces of a file `company` counts beside its best; of what it adds to a piece, the share that the next one gets. */
const COMPANY = { pieces: 2, next: 0.5 };
/** How many other files of a folder `folder` counts: the best ones. Subjects are put into folders, so that where several fit, each fits more surely. */
const FOLDER = { files: 2 };

/** Tokens of code that each piece is given more, so that a line alone is not next to nothing. */
const LEAST_CODE = 10;
/** How much more a part of a function counts that is too long for one piece, next to a function that is one. */
const PART = 1.1;

/** Multiplies a score by one more factor, which it names. */
function multiply(one: RankedChunk, factor: Factor, by: number): void {
  one.factors[factor] = by;
  one.score *= by;
  one.strength = strengthOf(one.score);
}

/**
 * Orders the pieces of each file anew by how much code they have, in place; `share`: how far the rule holds. They change scores with each other, so that a
 * file as a whole stands where it stood. Pieces whose line the query names stay.
 */
export function orderPieces(ranked: RankedChunk[], share: number): void {
  const files = new Map<string, RankedChunk[]>();
  for (const one of ranked) if (one.sum.located === undefined && one.score > 0) addToList(files, one.chunk.path, one);
  for (const pieces of files.values()) {
    const scores = pieces.map(({ score }) => score);
    const fits = new Map(pieces.map((one) => [one, one.score * fitOf(one.chunk) ** share]));
    pieces.sort((a, b) => need(fits, b) - need(fits, a) || inOrder(a, b));
    for (const [index, one] of pieces.entries()) {
      const score = nth(scores, index);
      if (score !== one.score) multiply(one, "piece", score / one.score);
    }
  }
  ranked.sort(inOrder);
}

/** How well the form of a piece fits a question, next to others of its file. */
const fitOf = ({ codeTokens, kind }: Rankable): number =>
  (codeTokens + LEAST_CODE) ** FACTORS.piece * (kind === "block" ? PART : 1);

/** Raises pieces by the best of other files of their folder, in place; `share`: how far the rule holds. Pieces whose line the query names stay. */
export function addFolders(ranked: RankedChunk[], share: number): void {
  // The best files of each folder, one more than count; and of each file, those of its folder. The first piece of a file is its best, as `ranked` goes.
  const folders = new Map<string, { path: string; score: number }[]>();
  const ofFile = new Map<string, { path: string; score: number }[]>();
  for (const { chunk, score, sum } of ranked) {
    if (sum.located !== undefined || ofFile.has(chunk.path)) continue;
    const folder = chunk.path.slice(0, chunk.path.lastIndexOf("/") + 1);
    const best = folders.get(folder) ?? [];
    if (best.length <= FOLDER.files) best.push({ path: chunk.path, score });
    folders.set(folder, best);
    ofFile.set(chunk.path, best);
  }
  for (const one of ranked) {
    if (one.sum.located !== undefined || one.score <= 0) continue;
    const others = (ofFile.get(one.chunk.path) ?? []).filter(({ path }) => path !== one.chunk.path);
    const beside = others.slice(0, FOLDER.files).reduce((sum, { score }) => sum + score, 0);
    const added = FACTORS.folder * share * beside;
    if (added >= LEAST_ADDED * one.score) multiply(one, "folder", 1 + added / one.score);
  }
  ranked.sort(inOrder);
}

/** Raises the best pieces of files by what stands beside them, in place; `share`: how far the rule holds. Pieces whose line the query names stay. */
export function addCompany(ranked: RankedChunk[], share: number): void {
  const files = new Map<string, RankedChunk[]>();
  for (const one of ranked) {
    if (one.sum.located !== undefined) continue;
    addToList(files, one.chunk.path, one);
  }
  for (const pieces of files.values()) {
    const beside = pieces.slice(1, 1 + COMPANY.pieces).reduce((sum, { score }) => sum + score, 0);
    if (beside === 0) continue;
    for (const [index, one] of pieces.entries()) {
      const added = FACTORS.company * share * beside * COMPANY.next ** index;
      if (one.score > 0 && added >= LEAST_ADDED * one.score) multiply(one, "company", 1 + added / one.score);
    }
  }
  ranked.sort(inOrder);
}

/** Less is not worth telling. */
const LEAST_ADDED = 0.001;

/**
 * Lowers further pieces of a file, in place: the answers to a question mostly stand in several files. Pieces whose line the query names stay where
 * they are. `shares`: how far each rule holds.
 */
export function lowerFurtherPieces(ranked: RankedChunk[], shares: { again: number; elsewhere: number }): void {
  const best = ranked[0]?.chunk.path;
  const pieces = new Map<string, number>();
  for (const one of ranked) {
    const before = pieces.get(one.chunk.path) ?? 0;
    pieces.set(one.chunk.path, before + 1);
    if (before === 0 || one.sum.located !== undefined) continue;
    const lowered = (factor: keyof typeof shares) =>
      1 - (1 - Math.max(LEAST[factor], FACTORS[factor] ** before)) * shares[factor];
    const factor = one.chunk.path !== best && lowered("elsewhere") < lowered("again") ? "elsewhere" : "again";
    if (lowered(factor) < 1) multiply(one, factor, lowered(factor));
  }
  ranked.sort(inOrder);
}
