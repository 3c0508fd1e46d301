/** The claims of find_dead_code about a folder, and its doubts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultConfig } from "../bench/repository.js";
import { withIndex } from "../eval/index-folder.js";

export interface Claim {
  qualified_name: string;
  node_type: string;
  file_path: string;
  line_start: number;
  line_end: number;
  class: "nobody" | "tests" | "unsure";
  reason: string;
}

/** On a busy machine an answer may take its time. */
const PATIENCE_MS = 600_000;

/** The name of a claim's declaration, without those of its owners. */
export const nameOf = ({ qualified_name }: Claim): string =>
  qualified_name.slice(qualified_name.lastIndexOf(".") + 1).replace(/^.*::|^.*#/, "");

/** All claims about a folder. Throws `index_error` where it cannot be indexed. */
export async function claimsAbout(folder: string): Promise<Claim[]> {
  const data = mkdtempSync(join(tmpdir(), "codeindex-dead-data-"));
  try {
    const config = {
      ...defaultConfig(folder, join(data, "data")),
      embeddingProvider: "none" as const,
      searchTimeout: PATIENCE_MS,
    };
    return await withIndex(config, new AbortController().signal, async (index) => {
      const all: Claim[] = [];
      const args = { classes: ["nobody", "tests", "unsure"], limit: 1000, max_tokens: 100_000 };
      let found = await index.call("find_dead_code", args);
      all.push(...(found.results as Claim[]));
      while (typeof found.next_cursor === "string") {
        found = await index.call("find_dead_code", { ...args, cursor: found.next_cursor });
        all.push(...(found.results as Claim[]));
      }
      return all;
    });
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
