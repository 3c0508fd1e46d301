/**
 * Which tool a search over tools finds for a task. Clients with many tools show their model those alone that a search of names and descriptions
 * finds, by words (BM25) or by meaning; the tasks of samples/tasks.json are worded as agents word them, with the tools that are right.
 */
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { isChosen, toolChoice } from "../../src/mcp/listing.js";
import { openBuiltinEmbedder } from "../../src/models/embedding/builtin.js";
import { TOOLS } from "../../src/tools/index.js";
import type { ToolDefinition } from "../../src/tools/running/tool.js";

interface Task {
  task: string;
  /** Any of them is right. */
  tools: string[];
}

const TASKS: Task[] = JSON.parse(readFileSync(new URL("samples/tasks.json", import.meta.url), "utf8"));
const ENOUGH = 0.9;

/** Scores of each tool for each task, in their orders. */
type Measure = (tools: readonly ToolDefinition[], tasks: readonly string[]) => Promise<number[][]>;

/** Those of Lucene's English analyzer. */
const STOP_WORDS = new Set(
  (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was " +
    "will with"
  ).split(" "),
);

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !STOP_WORDS.has(word)).map(stemOf);
/** `callers` and `classes` are `caller` and `class`, `indexed` and `indexing` are `index`. */
const stemOf = (word: string): string =>
  word.replace(/(?<=\w{3})(?:ing|ed|(?<=s|x|ch|sh)es|(?<!s)s)$/, "").replace(/(?<=\w{3})e$/, "");

const byWords: Measure = async (tools, tasks) => {
  const documents = tools.map(({ name, description }) => wordsOf(`${name} ${description}`));
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const rarity = (word: string) => {
    const holding = documents.filter((words) => words.includes(word)).length;
    return Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
  };
  const score = (words: readonly string[], document: readonly string[]) =>
    words.reduce((sum, word) => {
      const times = document.filter((other) => other === word).length;
      const saturated = (times * 2.2) / (times + 1.2 * (0.25 + (0.75 * document.length) / mean));
      return sum + rarity(word) * saturated;
    }, 0);
  return tasks.map((task) => documents.map((document) => score([...new Set(wordsOf(task))], document)));
};

const byMeaning: Measure = async (tools, tasks) => {
  const embedder = await openBuiltinEmbedder();
  const ofTools = await embedder.embed(
    tools.map(
      ({ name, description }) => ({ kind: "chunk", text: `${name}: ${description}`, symbols: [], path: "" }) as const,
    ),
  );
  const ofTasks = await embedder.embed(tasks.map((text) => ({ kind: "query", text }) as const));
  return ofTasks.map((task) =>
    ofTools.map((tool) => tool.reduce((sum, value, index) => sum + value * task[index]!, 0)),
  );
};

const toolsAt = (query: string) => {
  const choice = toolChoice(new URL(`http://localhost/mcp${query}`), () => null, readConfig({ repos: [] }, {}));
  return TOOLS.filter((tool) => isChosen(tool, choice));
};

/** The tasks whose first tool is a wrong one, with that tool, and the share of the others. */
async function choose(tools: readonly ToolDefinition[], measure: Measure) {
  const tasks = TASKS.filter((task) => task.tools.some((name) => tools.some((tool) => tool.name === name)));
  const scores = await measure(
    tools,
    tasks.map(({ task }) => task),
  );
  const wrong = tasks.flatMap(({ task, tools: right }, index) => {
    const best = Math.max(...scores[index]!);
    const { name } = tools[scores[index]!.indexOf(best)]!;
    return best > 0 && right.includes(name) ? [] : [`${task}: ${name}, wanted ${right.join(" or ")}`];
  });
  return { wrong, share: 1 - wrong.length / tasks.length, count: tasks.length };
}

test("each tool of the core has at least five tasks, and all tools that are named are there", () => {
  const names = toolsAt("").map(({ name }) => name);
  for (const { name } of toolsAt("?toolsets=core"))
    expect(TASKS.filter(({ tools }) => tools[0] === name).length, name).toBeGreaterThanOrEqual(5);
  for (const { tools } of TASKS) expect(names).toEqual(expect.arrayContaining(tools));
  expect(TASKS).toHaveLength(60);
});

const cases = [
  { query: "?toolsets=core", by: "words", measure: byWords },
  { query: "?toolsets=core", by: "meaning", measure: byMeaning },
  { query: "", by: "words", measure: byWords },
  { query: "", by: "meaning", measure: byMeaning },
];

beforeAll(() => openBuiltinEmbedder());

test.each(cases)("of the tools of /mcp$query the right one is first by $by for nine tasks of ten", async (one) => {
  const { wrong, share, count } = await choose(toolsAt(one.query), one.measure);
  console.info(`/mcp${one.query} by ${one.by}: ${(count * share).toFixed(0)} of ${count}`);
  expect(share, wrong.join("\n")).toBeGreaterThanOrEqual(ENOUGH);
});
