/** Questions of the audit log that went badly: without a result, or asked again in other words. */
import type { AskedQuestion } from "../store/audit.js";

/** A similar question within this time after the first counts as asked again, in milliseconds. */
const SOON = 5 * 60_000;
/** Shorter words do not show that two questions are about the same thing. */
const SHORTEST_WORD = 3;
const COMMON_WORDS: ReadonlySet<string> = new Set(
  "and are does for from has have how into not that the this what when where which who why with".split(" "),
);

export interface FailedQuestion {
  why: "nothing" | "again";
  action: string;
  projectId: string | null;
  /** As it was asked; null where the log keeps a hash alone. */
  query: string | null;
  inputHash: Buffer | null;
  /** How often it went badly, and for how many callers. */
  times: number;
  callers: number;
  clients: string[];
  lastAt: string;
  /** Results of the last answer. */
  found: number;
  /** The words of the last one who asked again; null: nobody did, or it is not known. */
  askedAgain: string | null;
}

/**
 * The questions that went badly, the most frequent first, then the latest. A question was asked again where its caller asks about the same project within five
 * minutes, in other words that share one with it. A query that the next one begins with, or that begins with it, was still being typed: it counts as neither.
 * Questions whose text the log does not keep are told apart by their hash, and only those that found nothing are known.
 *
 * @param questions calls of tools that take a query, in any order
 */
export function failedQuestions(questions: readonly AskedQuestion[]): FailedQuestion[] {
  const failed = new Map<string, FailedQuestion & { by: Set<string> }>();
  for (const [question, next] of withNext(questions)) {
    const query = queryOf(question);
    const nextQuery = next ? queryOf(next) : null;
    const isKnown = query !== null && nextQuery !== null;
    if (isKnown && isTyping(query, nextQuery)) continue;
    const isAgain = isKnown && isReworded(query, nextQuery);
    if (question.found > 0 && !isAgain) continue;
    const why = question.found > 0 ? "again" : "nothing";
    const { action, projectId, inputHash, at, client, found, principal } = question;
    const key = JSON.stringify([why, action, projectId, query?.trim() ?? inputHash?.toString("hex")]);
    const asked = { why, action, projectId, query: query?.trim() ?? null, inputHash } as const;
    const known = failed.get(key) ?? { ...asked, ...NONE_YET, lastAt: at, found, clients: [], by: new Set<string>() };
    known.times++;
    known.by.add(principal);
    known.callers = known.by.size;
    if (client !== null && !known.clients.includes(client)) known.clients.push(client);
    if (at >= known.lastAt) {
      known.lastAt = at;
      known.found = found;
    }
    if (isAgain) known.askedAgain = nextQuery.trim();
    failed.set(key, known);
  }
  return [...failed.values()]
    .map(({ by: _by, ...question }) => question)
    .sort((a, b) => b.times - a.times || b.lastAt.localeCompare(a.lastAt));
}

const NONE_YET = { times: 0, callers: 0, askedAgain: null };

/** Each question, with the next one of its caller about its project, where that came soon. The oldest first. */
function withNext(questions: readonly AskedQuestion[]): [AskedQuestion, AskedQuestion | undefined][] {
  const next = new Map<string, AskedQuestion>();
  const pairs: [AskedQuestion, AskedQuestion | undefined][] = [];
  for (const question of [...questions].sort((a, b) => b.at.localeCompare(a.at))) {
    const key = JSON.stringify([question.principal, question.projectId]);
    const later = next.get(key);
    const isSoon = later !== undefined && Date.parse(later.at) - Date.parse(question.at) <= SOON;
    pairs.push([question, isSoon ? later : undefined]);
    next.set(key, question);
  }
  return pairs.reverse();
}

function queryOf({ input }: Pick<AskedQuestion, "input">): string | null {
  const { query } = (input ?? {}) as { query?: unknown };
  return typeof query === "string" ? query : null;
}

function isTyping(query: string, next: string): boolean {
  const [one, other] = [query.trim(), next.trim()];
  return one !== other && (other.startsWith(one) || one.startsWith(other));
}

function isReworded(query: string, next: string): boolean {
  const [words, others] = [wordsOf(query), wordsOf(next)];
  const isSame = words.length === others.length && words.every((word) => others.includes(word));
  return !isSame && words.some((word) => others.some((other) => isAlike(word, other)));
}

/** Forms of a word begin alike: `price`, `prices`. */
const isAlike = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) > SHORTEST_WORD && (one.startsWith(other) || other.startsWith(one)));

/** The words of a query, those within names too: `priceOf` has `price`. */
function wordsOf(query: string): string[] {
  const words =
    query
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length >= SHORTEST_WORD && !COMMON_WORDS.has(word)))];
}
