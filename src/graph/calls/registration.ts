/**
 * Lines that put something beside others: a type into a container of dependencies, which gives it to others, and a value into an object or list of
 * such. They make or run none of it. Works on the text alone. Pure.
 */
import escapeStringRegexp from "escape-string-regexp";
import { wholeWord } from "../../base/whole-word.js";

/** Longer lines are not code that a person wrote. */
const LONGEST_LINE = 2000;

/**
 * Whether a line registers the type of a name: `services.AddScoped<IStore, Store>()`, `builder.RegisterType<Store>()`, `bind(IStore).to(Store)`,
 * `container.registerSingleton("store", Store)`.
 */
export function registersType(line: string, name: string): boolean {
  if (line.length > LONGEST_LINE) return false;
  const named = wholeWord(name);
  const call =
    "\\b(?:(?:Try)?Add(?:Keyed)?(?:Scoped|Singleton|Transient)|[Rr]egister(?:Type|Singleton|Class)?|Decorate)";
  const inTypes = `\\s*<[^;()]{0,300}?${named}`;
  const inArguments = `\\s*(?:<[^;()]{0,300}>)?\\s*\\([^;]{0,300}?${named}(?!\\s*\\()`;
  const bound = `\\bbind\\b[^;]{0,300}?\\.\\s*to\\s*\\(\\s*${named}`;
  return new RegExp(`${call}(?:${inTypes}|${inArguments})|${bound}`).test(line);
}

/** Whether a line puts a value beside others, as an entry of an object or list: `tags: tagsRouter,`, `tagsRouter,`, `[shop, tags]`. */
export function isEntryOf(line: string, name: string): boolean {
  if (line.length > LONGEST_LINE) return false;
  const entry = `(?:[\\w$"'-]{1,80}\\s*:\\s*)?${escapeStringRegexp(name)}\\s*`;
  return new RegExp(`^\\s*${entry},?\\s*$|[{[,]\\s*${entry}[,\\]}]`).test(line);
}
