/**
 * `hook`: runs before or after a tool call of a client's agent. It reads the call from standard input and prints a hint if the call searches a whole
 * repository. It needs no service and never fails the call: on any error it prints nothing and ends with 0.
 */
import { isAbsolute } from "node:path";
import { isBroadSearch } from "../mcp/clients/broad-search.js";
import { REMINDER } from "../mcp/clients/guide.js";
import { repositoryOf } from "./repository-of.js";

/** Milliseconds for the client to send its call; it writes before it waits for us. */
const PATIENCE = 500;
/** Characters; a longer call writes a file. */
const LONGEST = 1_000_000;

/** Answers on standard output, and ends the process. */
export async function hook(): Promise<void> {
  const answer = process.stdin.isTTY ? "" : hookAnswer(await textOf(process.stdin));
  process.stdout.write(answer, () => process.exit(0));
}

/** The answer to a client about the tool call in `text`: JSON in its own form, or an empty text. */
export function hookAnswer(text: string): string {
  try {
    const event = JSON.parse(text) as Record<string, unknown>;
    const name = event.hook_event_name ?? event.hookEventName;
    const { tool_name: tool, tool_input: input, cwd } = event;
    if (typeof tool !== "string" || typeof input !== "object" || input === null) return "";
    const call = { tool, input: input as Record<string, unknown>, cwd: folderOf(cwd) };
    return isBroadSearch(call, repositoryOf) ? `${JSON.stringify(inFormOf(String(name)))}\n` : "";
  } catch {
    return "";
  }
}

/** Cursor's events begin with a small letter and have their own form; those of Claude Code, Codex and Gemini are alike. */
function inFormOf(event: string): unknown {
  return /^[a-z]/.test(event)
    ? { additional_context: REMINDER }
    : { hookSpecificOutput: { hookEventName: event, additionalContext: REMINDER } };
}

function folderOf(cwd: unknown): string {
  return typeof cwd === "string" && isAbsolute(cwd) ? cwd : process.cwd();
}

/** The whole stream, or the text so far where it stays open. */
function textOf(input: NodeJS.ReadStream): Promise<string> {
  return new Promise((done) => {
    let text = "";
    const timer = setTimeout(() => done(text), PATIENCE);
    const end = (): void => {
      clearTimeout(timer);
      done(text);
    };
    input.setEncoding("utf8");
    input.on("data", (chunk: string) => {
      text += chunk;
      if (text.length > LONGEST) end();
    });
    input.once("end", end).once("error", end);
  });
}
