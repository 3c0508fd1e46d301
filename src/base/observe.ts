/**
 * What the program is seen to do: requests, tool calls, jobs and transactions, each with how it ended. Metrics and traces look on; where nobody
 * does, it costs nothing.
 */
import { CodeindexError, type ErrorCode } from "./errors.js";

export interface Work {
  kind: "request" | "tool" | "job" | "transaction";
  /** Of a small set: it becomes a label. A request gets its own when its route is known. */
  name: string;
  /** More about it, for traces; may be added to while it runs. */
  attributes: Record<string, string | number>;
  /** Headers of a request, or what `traceHeaders` gave where a job was asked for: they may name the trace that it belongs to. */
  headers?: Record<string, unknown> | undefined;
  /** How it ended, where it does not throw. */
  error?: ErrorCode | undefined;
}

export interface Observer {
  /** Runs the work in surroundings of the observer's own; gives or throws what it does. */
  around?<T>(work: Work, run: () => Promise<T>): Promise<T>;
  ended?(work: Work, milliseconds: number): void;
  /** What names the work that is going on, as headers. */
  headers?(): Record<string, string>;
}

const observers = new Set<Observer>();

/** Has `observer` look on until the function that it gives is called. */
export function addObserver(observer: Observer): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

/** Names the trace of the work that is going on, for work elsewhere that belongs to it; undefined where there is none. */
export function traceHeaders(): Record<string, string> | undefined {
  const all = Object.assign({}, ...[...observers].map((observer) => observer.headers?.()));
  return Object.keys(all).length > 0 ? all : undefined;
}

/** Runs `run`, under the eyes of the observers. */
export async function observe<T>(work: Work, run: () => Promise<T>): Promise<T> {
  if (observers.size === 0) return run();
  const lookers = [...observers];
  const started = performance.now();
  const wrapped = lookers.reduce<() => Promise<T>>(
    (inner, { around }) => (around ? () => around(work, inner) : inner),
    run,
  );
  try {
    return await wrapped();
  } catch (error) {
    work.error ??= codeOf(error);
    throw error;
  } finally {
    const milliseconds = performance.now() - started;
    for (const looker of lookers) looker.ended?.(work, milliseconds);
  }
}

/** The catalogue's code for anything thrown. */
export function codeOf(error: unknown): ErrorCode {
  return error instanceof CodeindexError ? error.code : "internal";
}
