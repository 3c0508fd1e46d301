/**
 * Observers of the program's work: requests, tool calls, jobs and transactions, each with its outcome. Metrics and traces are observers; without any,
 * this costs nothing.
 */
import { CodeindexError, type ErrorCode } from "./errors.js";

export interface ObservedWork {
  kind: "request" | "tool" | "job" | "transaction";
  /** A name from a small set, because it becomes a label. A request gets its own when its route is known. */
  name: string;
  /** More facts, for traces; may be added to during the work. */
  attributes: Record<string, string | number>;
  /** Headers of a request, or the result of `traceHeaders` where a job was requested: they may name the trace that the work belongs to. */
  headers?: Record<string, unknown> | undefined;
  /** The error code, where the work fails without throwing. */
  error?: ErrorCode | undefined;
}

export interface Observer {
  /** Runs the work inside the observer's own context; returns its result or throws its error. */
  around?<T>(work: ObservedWork, run: () => Promise<T>): Promise<T>;
  ended?(work: ObservedWork, milliseconds: number): void;
  /** Headers that name the current work. */
  headers?(): Record<string, string>;
}

const observers = new Set<Observer>();

/** Adds an observer; the returned function removes it. */
export function addObserver(observer: Observer): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

/** Headers that name the trace of the current work, for related work elsewhere; undefined where there is no trace. */
export function traceHeaders(): Record<string, string> | undefined {
  const all = Object.assign({}, ...[...observers].map((observer) => observer.headers?.()));
  return Object.keys(all).length > 0 ? all : undefined;
}

/** Runs `run` under all observers. */
export async function observe<T>(work: ObservedWork, run: () => Promise<T>): Promise<T> {
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

/** The code of errors.ts for anything thrown. */
export function codeOf(error: unknown): ErrorCode {
  return error instanceof CodeindexError ? error.code : "internal";
}
