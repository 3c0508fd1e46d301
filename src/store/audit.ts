/** The audit log: callers and their questions. */
import type { Db } from "./db/db.js";
import type { SealedPlace } from "./db/seal.js";

export interface AuditEntry {
  at: string;
  principal: string;
  /** From where it was asked. */
  address: string | null;
  /** The program that asked, by its own name; null without one. */
  client: string | null;
  /** A tool's name, or the method and path of a route. */
  action: string;
  projectId: string | null;
  /** SHA-256 of the question; null if the question itself is kept. */
  inputHash: Buffer | null;
  input: unknown;
  /** Ids, names, rights and sources of what was created or changed; null where nothing was. */
  detail: Record<string, unknown> | null;
  /** `ok`, or the code of the error. */
  outcome: string;
  /** How many results the answer had; null where it is not a list. */
  found: number | null;
  /** In points. */
  cost: number;
  /** In milliseconds. */
  duration: number;
}

/** Adds entries to the log. */
export async function insertAudit(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  await db.query(
    `insert into audit_log (at, principal, address, action, project_id, input_hash, input, detail, outcome, cost, duration, found, client)
     select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::json[], $8::json[], $9::text[], $10::int4[], $11::int4[],
       $12::int4[], $13::text[])`,
    [
      entries.map(({ at }) => at),
      entries.map(({ principal }) => principal),
      entries.map(({ address }) => address),
      entries.map(({ action }) => action),
      entries.map(({ projectId }) => projectId),
      entries.map(({ inputHash }) => inputHash),
      entries.map((entry) =>
        entry.input === undefined ? null : JSON.stringify(db.seal.json(sealedPlace(entry), entry.input)),
      ),
      entries.map(({ detail }) => detail && JSON.stringify(detail)),
      entries.map(({ outcome }) => outcome),
      entries.map(({ cost }) => cost),
      entries.map(({ duration }) => duration),
      entries.map(({ found }) => found),
      entries.map(({ client }) => client),
    ],
  );
}

export interface AuditQuery {
  principal?: string | undefined;
  action?: string | undefined;
  projectId?: string | undefined;
  /** ISO 8601. */
  since?: string | undefined;
  /** Entries before this one. */
  before?: number | undefined;
  limit: number;
}

/** Entries that match, the newest first. */
export async function readAudit(
  db: Db,
  { principal, action, projectId, since, before, limit }: AuditQuery,
): Promise<(AuditEntry & { entryId: number })[]> {
  const rows = await db.query<AuditEntry & { entryId: number }>(
    `select entry_id as "entryId", at, principal, address, action, project_id as "projectId", input_hash as "inputHash", input, detail, outcome, found, cost, duration,
       client
     from audit_log
     where ($1::text is null or principal = $1) and ($2::text is null or action = $2) and ($3::text is null or project_id = $3)
       and ($4::timestamptz is null or at >= $4) and ($5::bigint is null or entry_id < $5)
     order by entry_id desc limit $6`,
    [principal ?? null, action ?? null, projectId ?? null, since ?? null, before ?? null, limit],
  );
  for (const row of rows) row.input = db.seal.openJson(sealedPlace(row), row.input);
  return rows;
}

/** The columns of the log that the use may be counted by. */
export const USE_BY = {
  action: "action",
  principal: "principal",
  client: "client",
  address: "address",
  project: "project_id",
} as const;

export interface AuditUse {
  /** null: entries without one. */
  key: string | null;
  calls: number;
  /** Calls that the caller cancelled are not errors: a search cancels many as one types. */
  errors: number;
  cost: number;
  /** In milliseconds. */
  median: number;
  p95: number;
  lastAt: string;
}

/** How much was asked since a time, by one column, the most used first; of one caller, action or project where they are given. */
export async function countUse(
  db: Db,
  {
    by,
    since,
    limit,
    principal = null,
    action = null,
    projectId = null,
  }: {
    by: keyof typeof USE_BY;
    since: string;
    limit: number;
    principal?: string | null | undefined;
    action?: string | null | undefined;
    projectId?: string | null | undefined;
  },
): Promise<AuditUse[]> {
  return db.query<AuditUse>(
    `select ${USE_BY[by]} as key, count(*)::int as calls, count(*) filter (where outcome not in ('ok', 'cancelled'))::int as errors, sum(cost)::float8 as cost,
       percentile_cont(0.5) within group (order by duration) as median, percentile_cont(0.95) within group (order by duration) as p95,
       max(at) as "lastAt"
     from audit_log
     where at >= $1::timestamptz and ($3::text is null or principal = $3) and ($4::text is null or action = $4)
       and ($5::text is null or project_id = $5)
     group by 1 order by 2 desc, 1 limit $2`,
    [since, limit, principal, action, projectId],
  );
}

/** A question as it was asked: of a tool whose answer is a list. */
export type AskedQuestion = Pick<
  AuditEntry,
  "at" | "principal" | "client" | "action" | "projectId" | "inputHash" | "input"
> & { found: number };

/** The calls of some tools since a time, of one caller or project where they are given, whose answers are lists, the newest first. */
export async function readQuestions(
  db: Db,
  {
    since,
    principal,
    projectId,
    actions,
    limit,
  }: Pick<AuditQuery, "principal" | "projectId" | "limit"> & { since: string; actions: readonly string[] },
): Promise<AskedQuestion[]> {
  const rows = await db.query<AskedQuestion>(
    `select at, principal, client, action, project_id as "projectId", input_hash as "inputHash", input, found
     from audit_log
     where found is not null and at >= $1::timestamptz and ($2::text is null or project_id = $2) and action = any($3)
       and ($5::text is null or principal = $5)
     order by entry_id desc limit $4`,
    [since, projectId ?? null, actions, limit, principal ?? null],
  );
  for (const row of rows) row.input = db.seal.openJson(sealedPlace(row), row.input);
  return rows;
}

const sealedPlace = ({ at, principal, action }: Pick<AuditEntry, "at" | "principal" | "action">): SealedPlace => ({
  table: "audit_log",
  column: "input",
  projectId: "",
  row: [at, principal, action],
});

/** Deletes entries that are older than a number of days. */
export async function forgetAudit(db: Db, days: number): Promise<void> {
  await db.query("delete from audit_log where at < now() - make_interval(days => $1)", [days]);
}
