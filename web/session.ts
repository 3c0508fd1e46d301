/** The session of the page: whether the caller is in, and the page's half of the key to it. */
import { signal } from "@preact/signals";
import { ROOT } from "./kit/router.js";

/** Whether a request was refused because it did not say who asks. The layout then asks for a token, over the page that is open. */
export const isLoggedOut = signal(false);

/** How callers say who they are: `none`, `token`, `jwt`. */
export const AUTH: readonly string[] = (metaOf("codeindex-auth") ?? "").split(",");
export const VERSION = metaOf("codeindex-version") ?? "";

/** Other services under this host have keys of their own. */
const KEY = `codeindex-page ${ROOT.pathname}`;

/**
 * The page's half of the key to the session. The other half is a cookie that no script can read. Each is nothing without the other: the cookie alone
 * goes to every port of this host, and this half stays with its origin.
 */
export function pageKey(): string {
  return localStorage.getItem(KEY) ?? "none";
}

/** Keeps the page's half of the key; null forgets it. */
export function keepPageKey(key: string | null): void {
  if (key === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, key);
}

function metaOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
