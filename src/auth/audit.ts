/** The audit log of calls, written in batches so that no call waits for it. Entries that cannot be written now are written later, with a warning. */
import { createHash } from "node:crypto";
import type { Logger } from "../base/log.js";
import type { Config } from "../config/config.js";
import type { Principal } from "../model/principal.js";
import { type AuditEntry, insertAudit } from "../store/audit.js";
import type { Db } from "../store/db/db.js";

/** The parts of a question that a log may keep. `nothing`: there is no log. */
export const KEPT = ["nothing", "hashes", "questions"] as const;

export interface Audit {
  keeps: (typeof KEPT)[number];
  /** Records a call. `startedAt` is performance.now() of its beginning; `detail` names the things it created or changed, and holds no secret. */
  note(
    entry: Pick<AuditEntry, "action" | "projectId" | "input" | "outcome" | "cost"> & {
      detail?: AuditEntry["detail"];
      /** How many results the answer has; absent where it is not a list. */
      found?: number | null;
      principal: Pick<Principal, "id" | "address" | "client">;
      startedAt: number;
    },
  ): void;
  close(): Promise<void>;
}

const WRITE_EVERY = 1000;
/** Entries that may wait to be written. Beyond that the oldest are lost, which is logged. */
const MOST_WAITING = 10_000;
const MOST_AT_ONCE = 1000;
/** Characters of a question that are kept. */
const MOST_CHARACTERS = 4000;

/** The log as the settings have it; off, it keeps nothing. Closing it writes the entries that still wait. */
export function createAudit({ audit, auth }: Pick<Config, "audit" | "auth">, db: Db, log: Logger): Audit {
  if (audit === "off" || (audit === "auto" && auth.includes("none")))
    return { keeps: "nothing", note: () => undefined, close: async () => undefined };
  const waiting: AuditEntry[] = [];
  let lost = 0;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE);
      await insertAudit(db, batch);
      waiting.splice(0, batch.length);
    }
    if (lost > 0) log.error({ entries: lost }, "failed to keep entries of the audit log while the database was away");
    lost = 0;
  }
  const soon = (): void => {
    writing ??= write()
      .catch((error) => log.warn({ err: error }, "failed to write the audit log; its entries are retried"))
      .finally(() => {
        writing = undefined;
      });
  };
  const timer = setInterval(() => waiting.length > 0 && soon(), WRITE_EVERY);

  return {
    keeps: audit === "clear" ? "questions" : "hashes",
    note({ principal, action, projectId, input, detail = null, outcome, found = null, cost, startedAt }) {
      if (waiting.length >= MOST_WAITING) {
        waiting.shift();
        lost += 1;
      }
      const text = JSON.stringify(input ?? null);
      const isClear = audit === "clear";
      waiting.push({
        at: new Date(db.now()).toISOString(),
        principal: principal.id,
        address: principal.address ?? null,
        client: principal.client ?? null,
        action,
        projectId,
        inputHash: isClear ? null : createHash("sha256").update(text).digest(),
        input: isClear ? (text.length > MOST_CHARACTERS ? { cut: text.slice(0, MOST_CHARACTERS) } : input) : undefined,
        detail,
        outcome,
        found,
        cost,
        duration: Math.round(performance.now() - startedAt),
      });
    },
    async close() {
      clearInterval(timer);
      await writing;
      await write().catch((error) =>
        log.error({ err: error }, "failed to write the last entries of the audit log; they are lost"),
      );
    },
  };
}
