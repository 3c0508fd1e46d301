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

/** JSON lines, lines for people, or (auto) the latter where standard error is a terminal. */
export type LogFormat = "auto" | "json" | "text";

/** Whether lines are written for people rather than as JSON. */
export function isForPeople(format: LogFormat): boolean {
  return format === "text" || (format === "auto" && process.stderr.isTTY === true);
}

/** Makes the root logger of a process, as its settings say. */
export function openLog({ logLevel, logFormat }: { logLevel: string; logFormat: LogFormat }): Logger {
  return createLog(logLevel, process.stderr, isForPeople(logFormat));
}

/** Makes a root logger. A warning that comes again within a minute is counted, and said once more with its count behind that minute. */
export function createLog(level: string, sink: LineSink = process.stderr, forPeople = isForPeople("auto")): Logger {
  const out: LineSink = forPeople
    ? { write: (line) => sink.write(`${visible(lineForPeople(line))}\n`) }
    : { write: (line) => sink.write(visible(line)) };
  const isFirst = createRepeats();
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: logFields,
      redact: ["req.headers.authorization", "authorization", "databaseUrl", "token"],
      hooks: {
        logMethod(args, method, severity) {
          const say = (more?: object) =>
            method.apply(this, more ? withFields(args, more) : (args as Parameters<typeof method>));
          if (severity !== pino.levels.values.warn || isFirst(keyOf(this, args), say)) say();
        },
      },
    },
    out,
  );
}

/** `12:30:01 warn  http  message key=value`; the stack of an error follows on the next lines. */
function lineForPeople(line: string): string {
  const { time, level, scope, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const values = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const head = [String(time).slice(11, 19), String(level).padEnd(5), scope, msg, ...values].filter(Boolean).join(" ");
  const stack = (err as { stack?: string } | undefined)?.stack;
  return stack ? `${head}\n${stack}` : head;
}

/** The time after which a warning is written again, in milliseconds. */
const SAID_AGAIN = 60_000;
/** Different warnings that are remembered; more of them are all said. */
const MOST_WARNINGS = 1000;

/**
 * Tells whether a warning is to be said now. One that comes again within a minute is counted; behind that minute `say` of the last says it once, with
 * `repeated`.
 */
function createRepeats(): (key: string, say: (more: object) => void) => boolean {
  const said = new Map<string, { repeated: number; say: (more: object) => void }>();
  return (key, say) => {
    const before = said.get(key);
    if (before) {
      before.repeated++;
      before.say = say;
      return false;
    }
    if (said.size >= MOST_WARNINGS) return true;
    const entry = { repeated: 0, say };
    said.set(key, entry);
    setTimeout(() => {
      said.delete(key);
      if (entry.repeated > 0) entry.say({ repeated: entry.repeated });
    }, SAID_AGAIN).unref();
    return true;
  };
}

/** Two warnings are the same where their words, their part of the program, their project and their reason are. */
function keyOf(log: Logger, [fields, message]: unknown[]): string {
  const { project, reason, err } = (typeof fields === "object" && fields !== null ? fields : {}) as Record<
    string,
    unknown
  >;
  const { scope } = log.bindings();
  return JSON.stringify([scope, message ?? fields, project, reason, (err as Error | undefined)?.message]);
}

/** The arguments of a log call with more fields. */
function withFields([fields, ...rest]: unknown[], more: object): [object, ...string[]] {
  return typeof fields === "object" ? [{ ...fields, ...more }, ...(rest as string[])] : [more, fields as string];
}
