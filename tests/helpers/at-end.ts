const ends: (() => unknown)[] = [];

/** Has something done behind the tests of a file, by a helper that is called in a test. */
export function atEnd(end: () => unknown): void {
  ends.push(end);
}

/** Does it. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0)) await end();
}
