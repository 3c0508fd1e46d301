#!/usr/bin/env node
/**
 * The experiment of docs/agents.md: an agent answers questions about a repository through this script alone, and each answer that it reads is counted.
 *
 *   agents-experiment.js tools URL                      the instructions and tools that a client shows to its model
 *   agents-experiment.js call URL LOG TOOL '{"…": …}' [TOOL '{"…": …}']…
 *                                                       one call, or several at once, as a client sends those of one turn; prints the answers' texts
 *   agents-experiment.js shell FOLDER LOG 'rg … | …'    the other arm: rg, sed and what shortens their output, in the repository
 *   agents-experiment.js sum LOG…                       calls, turns and characters of each log, and of what
 *
 * With EXPERIMENT_BUDGET, a number of characters, an answer is cut where the log has as many, and then no call is answered.
 *
 * URL is the service's, such as http://127.0.0.1:8400/mcp?toolsets=core. Calls stand for one conversation: they have no session, so the service knows
 * the caller by its address. LOG is a file of JSON lines, one for each call.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** Programs that the other arm may run. */
const PROGRAMS = new Set(["rg", "sed", "head", "tail", "cut", "sort", "uniq", "wc", "ls"]);
const MOST_BYTES = 64 * 1024 * 1024;

async function request(url, method, params) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-06-18",
  };
  const response = await fetch(url, { method: "POST", headers, body });
  const text = await response.text();
  // Long work is answered as a stream of events; the answer is the last of them.
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const reply = JSON.parse(
    isStream
      ? text
          .match(/^data: .+$/gm)
          .at(-1)
          .slice("data: ".length)
      : text,
  );
  if (reply.error) throw new Error(reply.error.message);
  return reply.result;
}

const clientInfo = { name: "agents-experiment", version: "1" };

async function tools(url) {
  const opening = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  const { instructions } = await request(url, "initialize", opening);
  const { tools: list } = await request(url, "tools/list", {});
  const shown = list.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  console.log([instructions, ...shown.map((tool) => JSON.stringify(tool))].join("\n\n"));
}

/** The log counts each call, and the line as one turn: the first call's entry has `turns` 1, those beside it 0. */
async function call(url, log, ...pairs) {
  for (let index = 0; index < pairs.length; index += 2) {
    const [name, args = "{}"] = pairs.slice(index, index + 2);
    const { content, isError = false } = await request(url, "tools/call", { name, arguments: JSON.parse(args) });
    const text = content.map((part) => part.text ?? "").join("\n");
    note(log, { what: name, turns: index === 0 ? 1 : 0, asked: args, text, isError });
  }
}

function shell(folder, log, line) {
  // Quoted text is not a command; what stands first behind a sign that begins one is.
  const bare = line.replace(/'[^']*'|"(?:\\.|[^"\\])*"|\\./g, "_");
  const programs = bare.split(/\|\|?|&&|;|\n/).map((part) => part.trim().split(/\s+/)[0]);
  const other = programs.find((program) => !PROGRAMS.has(program)) ?? bare.match(/[`<>]|\$\(/)?.[0];
  if (other !== undefined) throw new Error(`${other} is not allowed: ${[...PROGRAMS].join(", ")}, without redirection`);
  const { stdout, stderr, status } = spawnSync("bash", ["-c", line], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: MOST_BYTES,
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Several commands in one line are as many calls as they are to an agent that gives each its own.
  const calls = bare.split(/&&|;|\n/).filter((part) => part.trim() !== "").length;
  note(log, { what: programs[0], calls, asked: line, text: stdout + stderr, isError: status !== 0 });
}

const BUDGET = Number(process.env.EXPERIMENT_BUDGET ?? Infinity);
/** An agent's shell shows at most this many characters of an answer: no more of one are counted, or it would pay for text that it did not see. */
const SHOWN_AT_ONCE = 30_000;

function note(log, { what, turns = 1, calls = 1, asked, text: whole, isError }) {
  const spent = existsSync(log) ? entriesOf(log).reduce((sum, { characters }) => sum + characters, 0) : 0;
  if (spent >= BUDGET) throw new Error("The budget is spent: answer with what you know.");
  const text = whole.slice(0, Math.min(BUDGET - spent, SHOWN_AT_ONCE));
  const entry = { at: new Date().toISOString(), what, turns, calls, asked, characters: text.length, isError };
  appendFileSync(log, `${JSON.stringify(entry)}\n`);
  console.log(text);
  if (BUDGET < Infinity) console.log(`[${Math.max(0, BUDGET - spent - text.length)} characters left]`);
}

const entriesOf = (log) =>
  readFileSync(log, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

function sum(logs) {
  for (const log of logs) {
    const entries = entriesOf(log);
    const total = (some, field) => some.reduce((sum, entry) => sum + entry[field], 0);
    const of = (some) =>
      `${total(some, "calls")} calls in ${total(some, "turns")} turns, ${total(some, "characters")} characters`;
    const sizes = entries.map(({ characters }) => characters).toSorted((a, b) => a - b);
    const percentile = (share) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))];
    console.log(
      `${log}: ${of(entries)}; an answer ${percentile(0.5)} at the median, ${percentile(0.95)} at the 95th percentile`,
    );
    for (const what of [...new Set(entries.map((entry) => entry.what))].toSorted())
      console.log(`  ${what}: ${of(entries.filter((entry) => entry.what === what))}`);
  }
}

const [verb, ...rest] = process.argv.slice(2);
const VERBS = { tools, call, shell, sum: (...logs) => sum(logs) };
if (VERBS[verb] === undefined) {
  console.error(`usage: agents-experiment.js ${Object.keys(VERBS).join("|")} …`);
  process.exit(2);
}
try {
  await VERBS[verb](...rest);
} catch (error) {
  console.error(error.cause ? `${error.message}: ${error.cause.message || error.cause.code}` : error.message);
  process.exit(1);
}
