export type * from "./shapes";
export type * as shapes from "./shapes";
export interface Box<out T = unknown, in out U extends Shape = Shape> {
  get(): T;
  put(value: U): void;
}
class Store<
  /** What it holds. */
  in T extends Shape,
> implements Box<T, T> {}
type Pair<A, B> = [A, B];
