/** Ctrl-C: the first asks for a clean stop, the second ends at once. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const EXIT_INTERRUPTED = 130;

/** A signal that aborts when the process is asked to stop. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (stop.signal.aborted) process.exit(EXIT_INTERRUPTED);
      console.error("\nStopping; once more to stop at once.");
      stop.abort();
    });
  }
  return stop.signal;
}
