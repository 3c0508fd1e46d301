/** The router, on the History API. Paths are relative to the root of the service, `ui/index`, so that they hold behind any path prefix. */
import { computed, signal } from "@preact/signals";
import { comeBack, enter, leave } from "./way-back.js";

const element = document.querySelector("base");
// As the document has it, it is relative to the first URL, and later ones are deeper or less deep.
if (element) element.href = document.baseURI;
/** The root of the service, with its path prefix and a slash at the end. */
export const ROOT = new URL(".", document.baseURI);

export interface Place {
  /** `ui/code/shop/src/a.ts`, as written in the URL. */
  path: string;
  query: URLSearchParams;
  /** Without the sign: `L10-L20`. */
  hash: string;
}

/** Parts of a query; null and the empty text leave one out. */
export type Query = Record<string, string | number | null | undefined>;

export const place = signal<Place>(here());
/** Counts the times that a link was followed to the place that is open already: it is shown there again. */
export const revisits = signal(0);
/** Parts of the query by name, of which the last counts. */
export const query = computed(() => Object.fromEntries(place.value.query) as Record<string, string | undefined>);

function here(): Place {
  const { pathname, search, hash } = location;
  return {
    path: pathname.startsWith(ROOT.pathname) ? pathname.slice(ROOT.pathname.length) : "",
    query: new URLSearchParams(search),
    hash: hash.slice(1),
  };
}

/** A link within the page, for `href`: `to("ui/code/shop", { ref: "main" })`. Texts from outside belong into `segments` or the query. */
export function to(path: string, parts: Query = {}, hash = ""): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parts))
    if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
  const words = search.toString();
  return `${path === "" ? "./" : path}${words && `?${words}`}${hash && `#${hash}`}`;
}

/** A path of a repository as part of a URL: its slashes stay, because some proxies decode %2F and merge double slashes. */
export const segments = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** Goes to a link of `to`. With `replace` the place before it is not one to go back to: as a field is typed into. */
export function go(link: string, { replace = false } = {}): void {
  const url = new URL(link, ROOT);
  if (url.href === location.href) {
    if (!replace) revisits.value += 1;
    return;
  }
  if (replace) history.replaceState(history.state, "", url);
  else {
    leave();
    history.pushState(enter(), "", url);
  }
  const before = place.value.path;
  place.value = here();
  if (!replace && place.value.path !== before) scrollTo(0, 0);
}

/** Follows clicks on links within the page, and the buttons for back and forward. Links to files of the API are left to the browser. */
export function followLinks(): void {
  history.scrollRestoration = "manual";
  history.replaceState(enter(), "");
  addEventListener("popstate", ({ state }) => {
    leave();
    place.value = here();
    comeBack(state);
  });
  document.addEventListener("click", (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return;
    const path = url.pathname.slice(ROOT.pathname.length);
    if (path !== "" && path !== "ui" && !path.startsWith("ui/")) return;
    event.preventDefault();
    go(link.href);
  });
}

/** The parameters of a path by a pattern such as `ui/code/:project/*path`; null where it does not fit. A `*` takes all that is left, or nothing. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const params: Record<string, string> = {};
  const given = path.replace(/\/+$/, "").split("/");
  const wanted = pattern.split("/");
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith("*")) {
      params[part.slice(1)] = given.slice(index).map(decode).join("/");
      return params;
    }
    const found = given[index];
    if (part.startsWith(":") && found) params[part.slice(1)] = decode(found);
    else if (found !== part) return null;
  }
  return given.length === wanted.length ? params : null;
}

/** A part of a path as text; one that is encoded wrong stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
