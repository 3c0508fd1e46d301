/** The closings of a process's parts, each added where its part is made. */
export type Closings = (() => unknown)[];

/** Closes all parts, the last one first. */
export async function closeAll(closings: Closings): Promise<void> {
  for (const closing of closings.splice(0).reverse()) await closing();
}
