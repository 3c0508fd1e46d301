/** The pages: where each stands in the URL and in the navigation, and its chunk. The first pattern that fits counts. */
import type { ComponentType } from "preact";

export interface PageProps {
  /** The parameters of the path, by the names of the pattern. */
  params: Record<string, string>;
}

export interface Page {
  patterns: readonly string[];
  /** For the tab of the browser. */
  title: string;
  load(): Promise<{ default: ComponentType<PageProps> }>;
}

export const PAGES: readonly Page[] = [
  { patterns: ["", "ui", "ui/search"], title: "Search", load: () => import("./pages/search.js") },
  { patterns: ["ui/code/:project/*path"], title: "Code", load: () => import("./pages/code.js") },
  { patterns: ["ui/symbol/:project/:node"], title: "Symbol", load: () => import("./pages/symbol.js") },
  { patterns: ["ui/index", "ui/index/:project"], title: "Index", load: () => import("./pages/index-state.js") },
  { patterns: ["ui/map", "ui/map/:project"], title: "Map", load: () => import("./pages/map.js") },
  { patterns: ["ui/connect"], title: "Connect", load: () => import("./pages/connect.js") },
  { patterns: ["ui/try", "ui/try/:tool"], title: "Try a tool", load: () => import("./pages/try.js") },
  { patterns: ["ui/tokens"], title: "Tokens", load: () => import("./pages/tokens.js") },
  { patterns: ["ui/audit"], title: "Audit", load: () => import("./pages/audit.js") },
];

/** The navigation. `under` are paths that belong to an entry besides its own. */
export const NAVIGATION: readonly { label: string; path: string; under: readonly string[] }[] = [
  { label: "Search", path: "", under: ["ui/search", "ui/code", "ui/symbol"] },
  { label: "Index", path: "ui/index", under: [] },
  { label: "Map", path: "ui/map", under: [] },
  { label: "Connect", path: "ui/connect", under: ["ui/try"] },
  { label: "Tokens", path: "ui/tokens", under: ["ui/audit"] },
];
