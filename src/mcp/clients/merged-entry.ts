/** Merges our entry with an existing one: the way to the service is ours, the other keys belong to the file's owner. */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../base/objects.js";
import type { ClientEntry } from "./client.js";

/** The text of a client's file is invalid in its format, or has our entry in a form that cannot be changed safely. */
export class UnreadableFile extends Error {}

const URLS = ["url", "httpUrl", "serverUrl"];
/** Keys of one way to reach a server, which are useless for another. */
const WAYS = new Set([
  ...URLS,
  ...["type", "headers", "oauth", "http_headers", "env_http_headers", "bearer_token_env_var"],
  ...["command", "args", "env", "environment", "env_vars", "cwd", "source"],
]);

/** Our keys over the existing ones. Headers, variables, time limits and the like that people added stay. */
export function mergedEntry(existing: unknown, ours: ClientEntry, defaults: ClientEntry = {}): ClientEntry {
  if (!isObject(existing)) return { ...ours, ...defaults };
  const isSameWay = isByUrl(existing) === isByUrl(ours);
  const kept = Object.entries(existing).filter(([name]) => !URLS.includes(name) && (isSameWay || !WAYS.has(name)));
  const merged: ClientEntry = { ...defaults, ...Object.fromEntries(kept), ...ours };
  for (const name of ["headers", "env", "environment"]) {
    if (isSameWay && isObject(existing[name]) && isObject(ours[name]))
      merged[name] = { ...existing[name], ...ours[name] };
  }
  return merged;
}

/** The keys of an entry to write, with their values, and those to remove (undefined). */
export function changedKeys(existing: ClientEntry, merged: ClientEntry): [string, unknown][] {
  const names = new Set([...Object.keys(existing), ...Object.keys(merged)]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(existing[name], merged[name]))
    .map((name) => [name, merged[name]]);
}

const isByUrl = (entry: ClientEntry): boolean => URLS.some((name) => name in entry);
