/**
 * Gives what `make` makes. It is kept until nobody has asked for it for `idleMs` milliseconds; whoever asks next has it made anew. One that could not be
 * made is not kept.
 */
export function keptWhileUsed<T>(make: () => Promise<T>, idleMs: number): () => Promise<T> {
  let kept: Promise<T> | undefined;
  let drop: NodeJS.Timeout | undefined;
  return () => {
    kept ??= make().catch((error) => {
      kept = undefined;
      throw error;
    });
    drop ??= setTimeout(() => {
      kept = undefined;
      drop = undefined;
    }, idleMs).unref();
    drop.refresh();
    return kept;
  };
}
