/** A setting in words, for questions about one in place of a symbol: the places that set, read, keep and use it. */
import { estimateTokens } from "../../base/estimate-tokens.js";
import { groupBy } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { countOf } from "../../format/counts.js";
import type { Answer } from "../../format/fit.js";
import { fairShares } from "../../format/share.js";
import { tiersUpTo } from "../../graph/relations.js";
import {
  type FoundLine,
  followSetting,
  type Setting,
  type SettingStep,
  type SettingUse,
} from "../../graph/settings/follow.js";
import { type SettingName, settingNamed, settingsIn } from "../../graph/settings/names.js";
import { nameBesidePath } from "../../graph/symbol.js";
import type { ToolContext } from "../running/tool.js";
import type { AnyTool, answerEach } from "./about-symbols.js";
import { cutToShares } from "./source-shares.js";
import type { Subject } from "./subjects.js";

type Context = Pick<ToolContext, "db" | "view" | "searcher" | "signal">;

/** Lines with a name that are looked at, and the time for them, in milliseconds. */
const MOST_LINES = 300;
const LONGEST_SEARCH = 4000;
/** The most uses of a name that an answer lists with their lines, and other places. */
const MOST_TOLD = 40;
/** The most lines of one function that an answer lists with their code. */
const MOST_OF_FUNCTION = 3;
const MOST_SET = 8;
const MOST_PLACES = 6;
const LONGEST_SET = 120;
/** Settings that a question is about, and lines on each beside other answers. */
const MOST_ASKED = 2;
const MOST_IN_QUESTION = 10;
/** Of the budget for all, and what is left for the symbols in the same call. */
const OF_SETTINGS = 0.7;
const LEAST_LEFT = 300;

/** Kinds of symbols whose name may be a setting's. */
const VALUES: ReadonlySet<string> = new Set(["constant", "variable", "field", "property", "enum_member"]);

/** The account of a setting as a part of an answer about several symbols. */
export interface SettingGroup extends Answer {
  relation: "setting";
  setting: string;
  lines: string[];
}

/**
 * The settings among some words: words without a symbol, and constants that the code also reads by name alone, as `settings.SITE_URL`. Their subjects then
 * have no problem any more.
 */
export async function settingsAmong(
  context: Context,
  subjects: readonly Subject[],
): Promise<{ groups: SettingGroup[]; subjects: Subject[] }> {
  const groups: SettingGroup[] = [];
  const rest: Subject[] = [];
  for (const subject of subjects) {
    const option = optionNamed(subject);
    const named = option ?? settingNamed(subject.given);
    const setting = named === null || !mayBeSetting(subject) ? null : await accountOf(context, named);
    // `Order.total` is the key of a setting only if a file sets it: code that begins a line with `order.total =` sets a field.
    const isMember = option === null && named?.kind === "key" && subject.symbols.length > 0;
    const isMore = setting !== null && (isMember ? setting.set.length > 0 : isMoreThanSymbol(setting));
    const isTold = setting !== null && (subject.symbols.length === 0 || isMore);
    if (isTold) groups.push({ relation: "setting", setting: setting.name, lines: inWords(setting) });
    if (!isTold || !isTellingAll(setting, named, subject)) rest.push(subject);
  }
  return { groups, subjects: rest };
}

/** Types that keep settings by their names. */
const KEEPS_SETTINGS = /(?:Settings|Options|Config|Configuration|Properties)\.\w{1,80}$/;

/** The key of files of settings that has the name of a field of such a type: `"AllowOverwrites": true` of `ShopOptions.AllowOverwrites`. */
function optionNamed({ symbols }: Subject): SettingName | null {
  const [first] = symbols;
  return first !== undefined && symbols.every(({ primary }) => KEEPS_SETTINGS.test(primary.qualifiedName))
    ? { kind: "key", name: first.primary.name }
    : null;
}

const mayBeSetting = ({ symbols, outside = [] }: Subject): boolean =>
  outside.length === 0 && symbols.every(({ primary }) => VALUES.has(primary.nodeType));

/** Whether the account of a setting has the uses of the symbols of its name, too: not of a field of options, of which it has the files alone. */
const isTellingAll = ({ steps, name }: Setting, named: SettingName | null, { symbols }: Subject): boolean =>
  symbols.every(
    ({ primary }) =>
      (primary.name === name && named?.kind === "variable") ||
      steps.some(({ symbol }) => symbol?.nodeId === primary.nodeId),
  );

/** Whether there is more to tell than the references of a symbol of that name. */
const isMoreThanSymbol = ({ set, steps }: Setting): boolean =>
  set.length > 0 ||
  steps.length > 1 ||
  steps.some(({ uses }) => uses.some(({ isLikely, text }) => isLikely || /["'`]/.test(text)));

/** Renders the part about a setting. It is not a tool that anybody can call. */
export const settingTool: AnyTool = {
  name: "setting",
  render: ({ lines }: SettingGroup) => lines.join("\n"),
} as unknown as AnyTool;

/** An answer about symbols with the parts about settings before it, which leave it the rest of the budget. */
export async function withSettings(
  groups: readonly SettingGroup[],
  context: ToolContext,
  answer: (context: ToolContext) => Promise<Awaited<ReturnType<typeof answerEach>>>,
): Promise<Awaited<ReturnType<typeof answerEach>>> {
  if (groups.length === 0) return answer(context);
  const budget = context.maxTokens ?? context.config.maxTokens;
  const shares = fairShares(groups.map(sizeOf), Math.floor(budget * OF_SETTINGS));
  const fitted = groups.map((group, index) => cutTo(group, nth(shares, index)));
  const taken = fitted.reduce((sum, group) => sum + sizeOf(group), 0);
  const { groups: others, ...rest } = await answer({ ...context, maxTokens: Math.max(LEAST_LEFT, budget - taken) });
  return { groups: [...fitted, ...others], ...rest };
}

const sizeOf = ({ lines }: SettingGroup): number => estimateTokens(lines.join("\n")) + 5;

/** A group without the last of its lines for which there is no room. */
function cutTo(group: SettingGroup, share: number): SettingGroup {
  const lines = [...group.lines];
  while (lines.length > 1 && sizeOf({ ...group, lines }) > share) lines.pop();
  return lines.length === group.lines.length
    ? group
    : { ...group, lines: [...lines, `… ${group.lines.length - lines.length} more lines`] };
}

/** The first lines about the settings that a question names, and who tells the others. */
export async function settingsInQuestion(context: Context, question: string): Promise<string[]> {
  const lines: string[] = [];
  for (const named of settingsIn(question).slice(0, MOST_ASKED)) {
    const setting = await accountOf(context, named);
    if (setting === null || setting.steps.length === 0) continue;
    const own = inWords(setting);
    lines.push(...own.slice(0, MOST_IN_QUESTION));
    const more = own.length - MOST_IN_QUESTION;
    if (more > 0) lines.push(`  … ${more} more lines: get_relations of ${named.name}`);
  }
  return lines;
}

/** Follows a setting over the code of a view. */
export function accountOf({ db, view, searcher, signal }: Context, setting: SettingName): Promise<Setting | null> {
  const find = async (texts: readonly string[]) => {
    if (texts.length === 0) return [];
    const { matches } = await searcher.searchText(view, {
      patterns: texts.map((text) => ({ text, isRegExp: false, isCaseSensitive: true, isWholeWord: false })),
      contextLines: 0,
      limit: MOST_LINES,
      timeoutMs: LONGEST_SEARCH,
      signal,
    });
    return matches.map(({ path, line, text }) => ({ path, line, text }));
  };
  return followSetting(db, view, setting, { find, tiers: tiersUpTo("candidate") });
}

/** `Setting SMTP_HOST`, and below it the files that set it, and each name with the lines that use it. */
export function inWords({ name, set, steps, documents, tests }: Setting): string[] {
  const [first, ...others] = steps;
  const isDirect = first?.name === name && first.symbol === null;
  const told = isDirect ? others : steps;
  const cut = cutToShares(steps.flatMap(({ uses }) => uses.slice(0, MOST_TOLD).map(({ text }) => text)));
  return [
    `Setting ${name}${isDirect ? `, read in ${countOf(first.uses.length, "line")} of code` : ""}:`,
    ...(isDirect ? useLines(first, cut) : []),
    ...(steps.length === 0
      ? ["No code reads it under this name or one like it; a library may put a prefix before it."]
      : []),
    ...(set.length > 0 ? ["Set in files:", ...setLines(set)] : []),
    ...told.flatMap((step) => [headOf(step), ...useLines(step, cut)]),
    ...(tests.length > 0 ? [`In tests: ${placesOf(tests)}`] : []),
    ...(documents.length > 0 ? [`In documents and comments: ${placesOf(documents)}`] : []),
  ];
}

function headOf({ name, symbol, uses, isLikely }: SettingStep): string {
  const where = symbol === null ? "" : ` ${symbol.nodeType} ${symbol.path}:${symbol.lineStart} [${symbol.nodeId}]`;
  const known = symbol === null ? name : nameBesidePath(symbol.qualifiedName, symbol.path, symbol.nodeType);
  const byName = uses.filter((use) => use.isLikely).length;
  const how = byName === 0 ? "" : byName === uses.length ? ", by its name" : `, ${byName} by its name`;
  return `→ ${known}${where}${isLikely ? ", likely" : ""}: used in ${countOf(uses.length, "line")}${how}:`;
}

/** The uses under their files; of one function the lines with code, then the numbers of further ones. */
function useLines({ uses }: SettingStep, cut: (text: string) => string): string[] {
  const told = uses.slice(0, MOST_TOLD);
  const lines = [...groupBy(told, ({ path }) => path)].flatMap(([path, own]) => {
    const rows = [...groupBy(own, nameOf)].flatMap(([name, some]) => {
      const shown = some
        .slice(0, MOST_OF_FUNCTION)
        .map(({ line, text }, index) => `${line}${index === 0 ? `  ${name}` : ""}: ${cut(text)}`);
      const further = some.slice(MOST_OF_FUNCTION).map(({ line }) => line);
      return further.length > 0 ? [...shown, `also ${further.join(", ")}`] : shown;
    });
    return rows.length === 1 ? [`  ${path}:${rows[0]}`] : [`  ${path}`, ...rows.map((row) => `    ${row}`)];
  });
  return uses.length > told.length ? [...lines, `  … ${uses.length - told.length} more`] : lines;
}

const nameOf = ({ source, path }: SettingUse): string =>
  source === null ? "(top level)" : nameBesidePath(source.qualifiedName, path, source.nodeType);

function setLines(set: readonly FoundLine[]): string[] {
  const told = set
    .slice(0, MOST_SET)
    .map(({ path, line, text }) => `  ${path}:${line}  ${text.trim().slice(0, LONGEST_SET)}`);
  return set.length > told.length ? [...told, `  … ${set.length - told.length} more`] : told;
}

function placesOf(lines: readonly FoundLine[]): string {
  const places = lines.slice(0, MOST_PLACES).map(({ path, line }) => `${path}:${line}`);
  return `${places.join(", ")}${lines.length > places.length ? ` and ${lines.length - places.length} more` : ""}`;
}
