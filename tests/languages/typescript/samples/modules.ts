import fs, { readFileSync as read, type Stats } from "node:fs";
import * as path from "node:path";
import "./polyfill";
import legacy = require("./legacy");
import type Defaults from "./defaults";
import Short = path.posix;

export { helper } from "./helper";
export { default as Button, type ButtonProps } from "./button";
export * from "./all";
export * as shapes from "./shapes";
export type { Stats };
export { local, path as paths };

const local = read(path.join("a", "b"));
const lazy = () => import("./lazy");
const { one, two: renamed } = await import("./numbers");
let typed: import("./types").Inner.Deep<Stats>;

export default function (options: Defaults) {
  one(renamed);
  legacy.start();
  Short.join();
  return fs.statSync(path.sep);
}

export const first = 1,
  second = local;
export const { alpha, beta: gamma = 2 } = legacy;
