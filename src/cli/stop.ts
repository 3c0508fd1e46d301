/** Ctrl-C: the first asks for a clean stop, the second ends at once. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** How long a stop may take: less than container engines wait before they kill. */
const STOP_PATIENCE_MS = 8000;
const EXIT_INTERRUPTED = 130;

/** A signal that aborts when the process is asked to stop. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(EXIT_INTERRUPTED);
      console.error("\nStopping; once more to stop at once.");
      stop.abort();
      // The timer does not keep the process alive, but ends one that hangs on a server that does not answer.
      setTimeout(() => process.exit(), STOP_PATIENCE_MS).unref();
    });
  }
  return stop.signal;
}
