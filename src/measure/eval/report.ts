/** Figures of an evaluation, and their tables. */
import { addToList } from "../../base/groups.js";
import { present } from "../../base/need.js";
import type { Factor, Signal } from "../../search/code/ranking/weights.js";
import { spread } from "../bench/figures.js";
import { table } from "../bench/table.js";
import type { EvalQuery } from "./query-set.js";
import { auroc, calibrationError, type Nonsense, type Relevance } from "./removed.js";
import type { Asked } from "./run.js";
import { BUDGETS, mean, type Scores } from "./score.js";

export interface Row {
  /** The group of queries. */
  of: string;
  file: Scores;
  span: Scores | null;
  ms: { p50: number; p95: number };
}

export interface AblationRow {
  rule: Signal | Factor;
  /** The loss of MRR@10 without the rule, by level: of files, and of spans. */
  loss: Record<string, { file: number; span: number | null }>;
}

/** Figures of all queries, and of each level, kind and repository where there are several. */
export function rowsOf(asked: readonly Asked[]): Row[] {
  const groups = new Map<string, Asked[]>([["all", [...asked]]]);
  const levels = new Set(asked.map(({ query }) => query.level ?? ""));
  for (const one of asked) {
    const { level = "", kind, repo } = one.query;
    const name = (what: string | undefined) =>
      [level, what].filter((part) => part !== undefined && part !== "").join(" ");
    for (const key of new Set([levels.size > 1 ? name(undefined) : "", kind && name(kind), repo && name(repo)])) {
      if (!key) continue;
      addToList(groups, key, one);
    }
  }
  const rows: Row[] = [];
  const seen = new Set<string>();
  for (const [of, members] of groups) {
    const key = members.map(({ query }) => query.id ?? query.query).join("\n");
    if (seen.has(key)) continue;
    seen.add(key);
    const { p50, p95 } = spread(members.map(({ ms }) => ms));
    rows.push({
      of,
      file: present(mean(members.map(({ score }) => score.file))),
      span: mean(members.flatMap(({ score }) => score.span ?? [])),
      ms: { p50, p95 },
    });
  }
  return rows;
}

/** The contribution of each rule: the loss without it. */
export function ablationOf(
  whole: readonly Asked[],
  without: ReadonlyMap<Signal | Factor, readonly Asked[]>,
): AblationRow[] {
  const levelOf = ({ query }: Asked) => query.level ?? "all";
  const levels = [...new Set(whole.map(levelOf))];
  const mrr = (asked: readonly Asked[], level: string) => {
    const scores = asked.filter((one) => levelOf(one) === level).map(({ score }) => score);
    return {
      file: present(mean(scores.map(({ file }) => file))).mrr10,
      span: mean(scores.flatMap(({ span }) => span ?? []))?.mrr10 ?? null,
    };
  };
  return [...without].map(([rule, asked]) => {
    const loss: AblationRow["loss"] = {};
    for (const level of levels) {
      const before = mrr(whole, level);
      const after = mrr(asked, level);
      loss[level] = {
        file: before.file - after.file,
        span: before.span === null || after.span === null ? null : before.span - after.span,
      };
    }
    return { rule, loss };
  });
}

/** The figures as Markdown tables. */
export function renderRows(rows: readonly Row[], isTimed = true): string {
  const cells = (of: string, by: string, scores: Scores, ms: string[]) => [
    of,
    by,
    String(scores.queries),
    ...[scores.recall1, scores.recall5, scores.recall10, scores.mrr10, scores.ndcg10].map(share),
    ...scores.within.map(share),
    ...ms,
  ];
  const lines = rows.flatMap(({ of, file, span, ms }) => [
    cells(of, "file", file, isTimed ? [ms.p50.toFixed(1), ms.p95.toFixed(1)] : ["", ""]),
    ...(span === null ? [] : [cells("", "span", span, ["", ""])]),
  ]);
  const budgets = BUDGETS.map((budget) => (budget < 1000 ? `≤${budget}` : `≤${budget / 1000}k`));
  const titles = ["queries", "by", "n", "R@1", "R@5", "R@10", "MRR@10", "NDCG@10", ...budgets, "p50 ms", "p95 ms"];
  return table(titles, lines, new Set(titles.map((_, index) => index).slice(2)));
}

/** A table of what each rule brings: the loss without it. */
export function renderAblation(rows: readonly AblationRow[]): string {
  const levels = Object.keys(rows[0]?.loss ?? {});
  const titles = ["without", ...levels.flatMap((level) => [`${level}, file`, `${level}, span`])];
  const lines = rows.map(({ rule, loss }) => [
    rule,
    ...levels.flatMap((level) => {
      const { file, span } = present(loss[level]);
      return [change(file), span === null ? "" : change(span)];
    }),
  ]);
  return table(titles, lines, new Set(titles.map((_, index) => index).slice(1)));
}

/** How well relevance separates answers from non-answers, by level of the questions; and the answers to meaningless texts. */
export function renderRemoved(
  asked: readonly { query: EvalQuery; relevance: Relevance }[],
  { asked: texts, empty }: Nonsense,
): string {
  const levels = [...new Set(asked.map(({ query }) => query.level ?? ""))];
  const groups = levels.length > 1 ? ["", ...levels] : [""];
  const lines = groups.map((level) => {
    const of = asked.filter(({ query }) => level === "" || (query.level ?? "") === level);
    const answered = of.map(({ relevance }) => relevance.answered);
    const removed = of.map(({ relevance }) => relevance.removed);
    const said = of.map(({ relevance: { answered, isRight } }) => ({ relevance: answered, isRight }));
    return [
      level || "all",
      String(of.length),
      share(auroc(answered, removed)),
      share(calibrationError(said)),
      mid(answered),
      mid(removed),
    ];
  });
  const titles = ["queries", "n", "AUROC", "calibration error", "best result", "without the answer's files"];
  const rows = table(titles, lines, new Set([1, 2, 3, 4, 5]));
  return `${rows}\n\nTexts without meaning: ${empty} of ${texts} are answered with an empty list.`;
}

/** The median relevance. */
const mid = (values: readonly number[]) => share(spread(values).p50);
const share = (value: number) => value.toFixed(3).replace(/^0/, "");
const change = (loss: number) =>
  Math.abs(loss) < 0.0005 ? "0" : `${loss > 0 ? "−" : "+"}${Math.abs(loss).toFixed(3).replace(/^0/, "")}`;
