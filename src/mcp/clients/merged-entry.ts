/** What becomes of an entry that is there already: how the service is reached is ours, the rest is whose file it is. */
import { isDeepStrictEqual } from "node:util";
import type { Entry } from "./client.js";

/** The text of a client's file is not as its format wants it, or has our entry in a form that cannot be changed safely. */
export class UnreadableFile extends Error {}

const URLS = ["url", "httpUrl", "serverUrl"];
/** Of one way to reach a server, and of no use for another. */
const WAYS = new Set([
  ...URLS,
  ...["type", "headers", "oauth", "http_headers", "env_http_headers", "bearer_token_env_var"],
  ...["command", "args", "env", "environment", "env_vars", "cwd", "source"],
]);

/** Ours over what is there. Headers, variables, time limits and the like that people added stay. */
export function mergedEntry(existing: unknown, ours: Entry, defaults: Entry = {}): Entry {
  if (!isEntry(existing)) return { ...ours, ...defaults };
  const isSameWay = isByUrl(existing) === isByUrl(ours);
  const kept = Object.entries(existing).filter(([name]) => !URLS.includes(name) && (isSameWay || !WAYS.has(name)));
  const merged: Entry = { ...defaults, ...Object.fromEntries(kept), ...ours };
  for (const name of ["headers", "env", "environment"]) {
    if (isSameWay && isEntry(existing[name]) && isEntry(ours[name]))
      merged[name] = { ...existing[name], ...ours[name] };
  }
  return merged;
}

/** The keys of an entry that have to be written, with their values, and those that have to go (undefined). */
export function changedKeys(existing: Entry, merged: Entry): [string, unknown][] {
  const names = new Set([...Object.keys(existing), ...Object.keys(merged)]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(existing[name], merged[name]))
    .map((name) => [name, merged[name]]);
}

export function isEntry(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isByUrl = (entry: Entry): boolean => URLS.some((name) => name in entry);
