/** Signals made of others. */

/** What each of our signals is made of, for as long as it is there itself. */
const sources = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * Aborts with the first of the signals. `AbortSignal.any` alone holds them weakly: a timeout that nobody else holds is gone with the next garbage
 * collection, and never fires (nodejs/node#57736).
 */
export function firstOf(...signals: AbortSignal[]): AbortSignal {
  const signal = AbortSignal.any(signals);
  sources.set(signal, signals);
  return signal;
}
