/** Abort signals combined from others. */

/** The sources of each combined signal, held as long as the signal itself. */
const sources = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * Aborts with the first of the signals. `AbortSignal.any` alone holds them weakly: a timeout without another reference is gone with the next garbage
 * collection, and never fires (nodejs/node#57736).
 */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const signal = AbortSignal.any(signals);
  sources.set(signal, signals);
  return signal;
}
