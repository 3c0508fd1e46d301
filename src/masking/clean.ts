/** The last step before answers, errors and commands are shown: content of repositories is data, and may be hostile. */
import { visible } from "../base/visible.js";
import { maskSecrets } from "./secrets.js";

/** A copy of the value with all its texts, keys included, made safe to show: secrets masked, hidden characters made visible. */
export function clean<T>(value: T): T {
  return mapTexts(value, (text) => visible(maskSecrets(text))) as T;
}

/** The same without masking: for text that is not repository content and may hold a secret that its reader is meant to have. */
export function shown<T>(value: T): T {
  return mapTexts(value, visible) as T;
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      visible(name),
      // Bytes of a resource, in base64.
      name === "blob" ? inner : mapTexts(inner, map),
    ]),
  );
}

function eachText(value: unknown, visit: (text: string) => void): void {
  if (typeof value === "string") visit(value);
  else if (Array.isArray(value)) for (const each of value) eachText(each, visit);
  else if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    for (const [name, inner] of Object.entries(value)) if (name !== "blob") eachText(inner, visit);
}

/** A sentence on how an answer differs from the repository's content; null where it does not. */
export function changedIn(value: unknown): string | null {
  let isMasked = false;
  let isShown = false;
  eachText(value, (text) => {
    isMasked ||= text.includes("[masked");
    isShown ||= text.includes("<U+") && SHOWN.test(text);
  });
  const parts = [
    ...(isMasked ? ["Secrets are masked ([masked …]), in as many characters as they have."] : []),
    ...(isShown ? ["Hidden characters are shown as <U+…>."] : []),
  ];
  return parts.length > 0 ? parts.join(" ") : null;
}

const SHOWN = /<U\+[0-9A-F]{4,6}>/;
