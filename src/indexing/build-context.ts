/** The parts of the process that builds run on. */
import type { Logger } from "../base/log.js";
import type { SkipSettings } from "../repository/skip/settings.js";
import type { Db } from "../store/db/db.js";
import type { BuildPart, PartResult } from "./build-part.js";
import type { ParsePool } from "./parse-pool.js";
import type { ProgramCache } from "./program-cache.js";
import type { RowFormat } from "./row-format.js";

export interface BuildContext {
  db: Db;
  pool: ParsePool;
  programs: ProgramCache;
  log: Logger;
  /** About how many tokens a chunk has. */
  chunkSize: number;
  /** The format of the rows that are written; absent: this version's. */
  format?: RowFormat;
  /** Rules of what is left out, for every project; a project's own settings come on top. */
  skip: SkipSettings & { maxFileSize: number };
  /** Whether anybody may ask while a first build runs; absent: yes. */
  isAsked?: boolean;
  /** Has parts of large builds done by whichever process is free. Absent: this one does all. */
  spread?: Spread;
}

export interface Spread {
  /** Whether there is anybody else. */
  isWorthwhile(): Promise<boolean>;
  /** Has a part done by any process of this version. Gives the result; null where each worker that took it died. */
  run(part: BuildPart, signal: AbortSignal): Promise<PartResult | null>;
}
