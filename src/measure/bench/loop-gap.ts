/** How long a process takes up nothing new, as it works at something in one go. */

/** How often the event loop is looked at, in milliseconds. */
const EVERY = 1;

/** Watches the event loop until `end`, which gives the longest time between two turns of it, in milliseconds. */
export function watchLoop(): { end(): Promise<number> } {
  let longest = 0;
  let last = performance.now();
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, EVERY);
  return {
    async end() {
      // The last turn counts as well.
      await new Promise((done) => setTimeout(done, EVERY));
      clearInterval(timer);
      look();
      return longest;
    },
  };
}
