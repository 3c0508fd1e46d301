/** Signals that a framework sends and functions take, as those of Django: how a language's text tells of them. Types alone. */

/** `post_save` of `Order`; of no class where any sender counts. */
export interface Signal {
  name: string;
  of: string | null;
}

/** Lines of a source, the first and the last (from 1) of what is looked at. */
export interface SignalBody {
  lines: readonly string[];
  from: number;
  to: number;
}

export interface SignalConventions {
  /** The signals that a function takes, as the decorators above its first line (from 1) say. */
  taken(lines: readonly string[], line: number): Signal[];
  /** The signals that a line connects a function of a name to. */
  connected(text: string, name: string): Signal[];
  /** The names of members whose calls send a signal of their class. Empty: calls of the signal itself send it. */
  sentBy(signal: Signal): readonly string[];
  /** The lines of a body that send a signal. */
  sent(body: SignalBody, signal: Signal): number[];
}
