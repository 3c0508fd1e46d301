/** Work of which a few pieces run at once; the others wait for their turn. */

export interface AtOnce {
  /** Runs `work` when it is its turn: those who came first go first. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** At most `most` at once. */
export function createAtOnce(most: number): AtOnce {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= most) await new Promise<void>((go) => waiting.push(go));
      else running++;
      try {
        return await work();
      } finally {
        // The next in line takes over the place.
        const next = waiting.shift();
        if (next === undefined) running--;
        else next();
      }
    },
  };
}
