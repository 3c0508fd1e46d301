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
  { patterns: ["ui/code", "ui/code/:project/*path"], title: "Code", load: () => import("./pages/code.js") },
  { patterns: ["ui/symbol/:project/:node"], title: "Symbol", load: () => import("./pages/symbol.js") },
  { patterns: ["ui/index", "ui/index/:project"], title: "Index", load: () => import("./pages/index-state.js") },
  { patterns: ["ui/map", "ui/map/:project"], title: "Map", load: () => import("./pages/map.js") },
  { patterns: ["ui/connect"], title: "Connect", load: () => import("./pages/connect.js") },
  { patterns: ["ui/try", "ui/try/:tool"], title: "Try a tool", load: () => import("./pages/try.js") },
  { patterns: ["ui/tokens"], title: "Tokens", load: () => import("./pages/tokens.js") },
  { patterns: ["ui/audit"], title: "Audit", load: () => import("./pages/audit.js") },
];

export interface Entry {
  label: string;
  path: string;
  /** Paths that belong to it besides its own. */
  under: readonly string[];
  /** How it is led to a project: as the next part of its path, or by its query. */
  project?: "path" | "query";
}

/** The navigation. */
export const NAVIGATION: readonly Entry[] = [
  { label: "Search", path: "", under: ["ui/search"], project: "query" },
  { label: "Code", path: "ui/code", under: ["ui/symbol"], project: "path" },
  { label: "Index", path: "ui/index", under: [], project: "path" },
  { label: "Map", path: "ui/map", under: [], project: "path" },
  { label: "Connect", path: "ui/connect", under: ["ui/try"] },
  { label: "Tokens", path: "ui/tokens", under: ["ui/audit"] },
];
