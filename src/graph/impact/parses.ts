/** Parse results of files that a change may break: of those in the diff as it leaves them, else as the index has them. */
import { createTurns } from "../../base/turns.js";
import { storedResult } from "../../languages/in-file.js";
import type { ParseResult, Reference } from "../../model/parse-result.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths } from "../../store/files.js";
import { readParses } from "../../store/parse-results.js";
import type { View } from "../../store/views.js";

/** At most this many files are looked into for one diff. */
const MOST_FILES = 1500;

export interface Parses {
  /** Reads what the index has of the paths. */
  read(paths: readonly string[]): Promise<void>;
  /** As the index has it. */
  stored(path: string): ParseResult | undefined;
  /** As it is after the change; null: it is gone. Undefined: the diff does not change it, or the index has it as it is then. */
  changed(path: string): ParseResult | null | undefined;
  /** Whether files were left out. */
  isCapped(): boolean;
}

/** `changed`: the files of the diff of which the index has the text before. */
export function createParses(db: Db, view: View, changed: ReadonlyMap<string, ParseResult | null>): Parses {
  const known = new Map<string, ParseResult | undefined>();
  let isCapped = false;
  return {
    async read(paths) {
      const missing = [...new Set(paths)].filter((path) => !known.has(path));
      const wanted = missing.slice(0, Math.max(0, MOST_FILES - known.size));
      if (wanted.length < missing.length) isCapped = true;
      if (wanted.length === 0) return;
      const rows = await readLedgerPaths(db, view.projectId, view.viewId, wanted);
      const files = rows.flatMap(({ path, contentHash }) => (contentHash ? [{ path, contentHash }] : []));
      const packed = await readParses(db, view.projectId, files);
      const turns = createTurns();
      for (const path of wanted) {
        const data = packed.get(path);
        known.set(path, data && storedResult(data, path));
        if (turns.isOver()) await turns.next();
      }
    },
    stored: (path) => known.get(path),
    changed: (path) => changed.get(path),
    isCapped: () => isCapped,
  };
}

/** The name that a reference ends with. */
export function lastName({ root, path }: Reference, { imports, symbols }: ParseResult): string | null {
  for (let index = path.length - 1; index >= 0; index--) {
    const step = path[index];
    if (typeof step === "string") return step;
  }
  if (root.in === "free") return root.name;
  if (root.in === "import") return imports[root.import]?.imported ?? null;
  return root.in === "file" ? (symbols[root.symbol]?.name ?? null) : null;
}

/** The line of the first reference to a name that its file does not declare, or to a member of the name; null: there is none. */
export function lineNaming(parse: ParseResult, name: string, isMember: boolean): number | null {
  const found = parse.references.find((reference) =>
    isMember
      ? reference.path.includes(name)
      : reference.root.in === "free"
        ? reference.root.name === name
        : reference.root.in === "import" && parse.imports[reference.root.import]?.imported === name,
  );
  return found?.line ?? null;
}
