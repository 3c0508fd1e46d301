/** API tokens: the callers, their rights and their projects. */
import type { AccessScope } from "../model/principal.js";
import type { Db } from "./db/db.js";
import { oneRow } from "./db/one-row.js";

export interface Token {
  tokenId: string;
  name: string;
  scope: AccessScope;
  /** Patterns of project ids; null: all projects. */
  projects: string[] | null;
  createdAt: string;
  expiresAt: string | null;
  /** To the minute. */
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** Hears the id of a token that was revoked or restricted. */
export const TOKENS_CHANNEL = "codeindex_tokens";

const COLUMNS = `token_id as "tokenId", name, scope, projects, created_at as "createdAt", expires_at as "expiresAt",
  last_used_at as "lastUsedAt", revoked_at as "revokedAt"`;

export interface NewToken {
  tokenId: string;
  name: string;
  hash: Buffer;
  scope: AccessScope;
  projects: readonly string[] | null;
  expiresAt: Date | null;
}

/** Adds a token, of which only the hash is stored. */
export async function insertToken(
  db: Db,
  { tokenId, name, hash, scope, projects, expiresAt }: NewToken,
): Promise<Token> {
  const token = await oneRow(
    db.query<Token>(
      `insert into tokens (token_id, name, hash, scope, projects, expires_at) values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
      [tokenId, name, hash, scope, projects, expiresAt],
    ),
  );
  return token;
}

/** False where a token of this id is, or was, there. */
export async function insertTokenOnce(db: Db, { tokenId, name, hash, scope }: NewToken): Promise<boolean> {
  const rows = await db.query(
    `insert into tokens (token_id, name, hash, scope) values ($1, $2, $3, $4) on conflict (token_id) do nothing returning 1`,
    [tokenId, name, hash, scope],
  );
  return rows.length > 0;
}

/** The first token of an installation, whoever of its processes comes first: false where there is one already, or was. */
export async function insertFirstToken(db: Db, { tokenId, name, hash, scope }: NewToken): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Taken before the look-up, whose statement sees the state at its own beginning.
    await tx.query("select pg_advisory_xact_lock(hashtextextended('first token', 0))");
    const rows = await tx.query(
      `insert into tokens (token_id, name, hash, scope)
       select $1::text, $2::text, $3::bytea, $4::text where not exists (select from tokens) returning 1`,
      [tokenId, name, hash, scope],
    );
    return rows.length > 0;
  });
}

/** Those of some tokens that may be used now, with the hashes of their texts: not those that were revoked or have expired. */
export async function findTokens(db: Db, tokenIds: readonly string[]): Promise<(Token & { hash: Buffer })[]> {
  return db.query<Token & { hash: Buffer }>(
    `select ${COLUMNS}, hash from tokens
     where token_id = any($1) and revoked_at is null and (expires_at is null or expires_at > now())`,
    [tokenIds],
  );
}

/** The token of an id, or those of a name that are not revoked. */
export async function findAnyToken(db: Db, idOrName: string): Promise<Token[]> {
  return db.query<Token>(
    `select ${COLUMNS} from tokens where token_id = $1 or (name = $1 and revoked_at is null) order by token_id = $1 desc`,
    [idOrName],
  );
}

/** All tokens, the newest first. */
export async function listTokens(db: Db): Promise<Token[]> {
  return db.query<Token>(`select ${COLUMNS} from tokens order by created_at desc, token_id`);
}

/** Ends a token everywhere; undefined where there is none of this id. */
export async function revokeToken(db: Db, tokenId: string): Promise<Token | undefined> {
  const [token] = await db.query<Token>(
    `update tokens set revoked_at = coalesce(revoked_at, now()) where token_id = $1 returning ${COLUMNS}`,
    [tokenId],
  );
  if (token) await db.query("select pg_notify($1, $2)", [TOKENS_CHANNEL, tokenId]);
  return token;
}

/** Gives a token other rights, if they are still those that were read; undefined where they are not, or it was revoked. */
export async function restrictToken(
  db: Db,
  before: Token,
  { scope, projects, expiresAt }: Pick<NewToken, "scope" | "projects" | "expiresAt">,
): Promise<Token | undefined> {
  const [token] = await db.query<Token>(
    `update tokens set scope = $2, projects = $3, expires_at = $4
     where token_id = $1 and revoked_at is null and scope = $5 and projects is not distinct from $6::text[]
       and expires_at is not distinct from $7::timestamptz
     returning ${COLUMNS}`,
    [before.tokenId, scope, projects, expiresAt, before.scope, before.projects, before.expiresAt],
  );
  if (token) await db.query("select pg_notify($1, $2)", [TOKENS_CHANNEL, before.tokenId]);
  return token;
}

/** Deletes tokens that were revoked or have expired more than a number of days ago. One token stays: without any, a start would make the first again. */
export async function forgetTokens(db: Db, days: number): Promise<void> {
  await db.query(
    `delete from tokens where least(revoked_at, expires_at) < now() - make_interval(days => $1)
       and token_id <> (select token_id from tokens order by created_at desc, token_id limit 1)`,
    [days],
  );
}

/** Notes that tokens were used. */
export async function touchTokens(db: Db, tokenIds: readonly string[]): Promise<void> {
  await db.query("update tokens set last_used_at = now() where token_id = any($1)", [tokenIds]);
}
