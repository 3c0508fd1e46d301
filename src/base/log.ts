/** The log: JSON lines on standard error, or lines for people when that is a terminal. Parts of the program use a child logger with their scope. */
import { AsyncLocalStorage } from "node:async_hooks";
import pino from "pino";
import { visible } from "./visible.js";

export type Logger = pino.Logger;

/** Anything that accepts a log line. */
interface LineSink {
  write(line: string): void;
}

const scopes = new AsyncLocalStorage<Record<string, unknown>>();

/** Runs `work` with log fields (request, project, job, tool): every line logged during it carries them, in any part of the program. */
export function withLogFields<T>(fields: Record<string, unknown>, work: () => T): T {
  return scopes.run({ ...scopes.getStore(), ...fields }, work);
}

/** Adds fields to the work that runs, for facts that are known only now. */
export function addLogFields(fields: Record<string, unknown>): void {
  const scope = scopes.getStore();
  if (scope) Object.assign(scope, fields);
}

/** The fields that a line logged now would carry. */
export function logFields(): Record<string, unknown> {
  return { ...scopes.getStore() };
}

/** Makes the root logger. `sink` and `isForPeople` are for tests; both follow standard error. */
export function createLog(
  level: string,
  sink: LineSink = process.stderr,
  isForPeople: boolean = process.stderr.isTTY === true,
): Logger {
  const out: LineSink = isForPeople
    ? { write: (line) => sink.write(`${visible(forPeople(line))}\n`) }
    : { write: (line) => sink.write(visible(line)) };
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: logFields,
      redact: ["req.headers.authorization", "authorization", "databaseUrl", "token"],
    },
    out,
  );
}

/** `12:30:01 warn  http  message key=value`; the stack of an error follows on the next lines. */
function forPeople(line: string): string {
  const { time, level, scope, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const values = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const head = [String(time).slice(11, 19), String(level).padEnd(5), scope, msg, ...values].filter(Boolean).join(" ");
  const stack = (err as { stack?: string } | undefined)?.stack;
  return stack ? `${head}\n${stack}` : head;
}
