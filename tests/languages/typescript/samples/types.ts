interface Shape {
  readonly area: number;
  scale(by: number): Shape;
  (call: string): void;
  new (name: string): Shape;
  [key: string]: unknown;
}
interface Shape extends Named<Shape>, ns.Other {
  "quoted-name"?: string;
}
type Circle = Shape & { radius: number; grow(by: Shape): void };
type Unwrap<T> = T extends Promise<infer U> ? U : T;
type Result<F> = F extends (...args: infer A) => infer R ? Pair<A, R> : never;
type Keys<T> = { [K in keyof T]: Wrapper<T[K]> };
type Config = typeof defaults;
/** Colours of the rainbow. */
enum Colour {
  /** Like blood. */
  Red = "red",
  Green = Red,
}
declare enum Level { Low }
const defaults = { colour: Colour.Red } as const;
namespace Geometry.Plane {
  export function distance(a: Point, b: Point): number {
    return Math.hypot(a.x - b.x, helper());
  }
  function helper() {
    return Level.Low;
  }
  export interface Point {
    x: number;
  }
}
declare module "express" {
  interface Request {
    user?: Circle;
  }
}
declare global {
  interface Window {
    app: Geometry.Plane.Point;
  }
}
class Store {}
namespace Store {
  export const version = 1;
}
declare function overload(a: string): Shape;
declare function overload(a: number): Shape;
abstract class Animal {
  abstract name: string;
}
function isShape(value: unknown): value is Shape {
  return (value as Circle).radius > 0;
}
