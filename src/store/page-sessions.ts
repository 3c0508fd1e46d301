/** Sessions of the page in a browser: each stands for the token that it was begun with. */
import type { Db } from "./db/db.js";
import type { Token } from "./tokens.js";

export interface PageSession extends Omit<Token, "lastUsedAt" | "revokedAt" | "createdAt"> {
  /** When the session ends if nobody uses it again. */
  sessionEndsAt: string;
  /** Whether its last use was noted a minute ago or longer. */
  isNoteDue: boolean;
}

/** Hears the hash, in hexadecimal, of a session that its owner has ended. */
export const PAGE_SESSIONS_CHANNEL = "codeindex_page_sessions";

/** Begins a session of a token. Those of it that have ended go, and the least used beyond `most`. */
export async function insertPageSession(
  db: Db,
  { hash, tokenId, expiresAt, most }: { hash: Buffer; tokenId: string; expiresAt: Date; most: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      `delete from page_sessions where token_id = $1 and (expires_at < now() or session_hash in
         (select session_hash from page_sessions where token_id = $1 order by last_used_at desc offset $2))`,
      [tokenId, most - 1],
    );
    await tx.query("insert into page_sessions (session_hash, token_id, expires_at) values ($1, $2, $3)", [
      hash,
      tokenId,
      expiresAt,
    ]);
  });
}

/**
 * The session of a hash that is being used, with its token; undefined where it ended, rested longer than `restHours`, or its token may not be used
 * any more.
 */
export async function findPageSession(db: Db, hash: Buffer, restHours: number): Promise<PageSession | undefined> {
  const [session] = await db.query<PageSession>(
    `select tokens.token_id as "tokenId", tokens.name, tokens.scope, tokens.projects, tokens.expires_at as "expiresAt",
       least(page_sessions.expires_at, now() + make_interval(hours => $2)) as "sessionEndsAt",
       page_sessions.last_used_at < now() - interval '1 minute' as "isNoteDue"
     from page_sessions join tokens using (token_id)
     where session_hash = $1 and page_sessions.expires_at > now()
       and page_sessions.last_used_at > now() - make_interval(hours => $2)
       and tokens.revoked_at is null and (tokens.expires_at is null or tokens.expires_at > now())`,
    [hash, restHours],
  );
  return session;
}

/** Notes that a session was used, and with it its token. */
export async function touchPageSession(db: Db, hash: Buffer): Promise<void> {
  await db.query(
    `with used as (update page_sessions set last_used_at = now() where session_hash = $1 returning token_id)
     update tokens set last_used_at = now() from used where tokens.token_id = used.token_id`,
    [hash],
  );
}

/** Ends a session everywhere. */
export async function deletePageSession(db: Db, hash: Buffer): Promise<void> {
  await db.query("delete from page_sessions where session_hash = $1", [hash]);
  await db.query("select pg_notify($1, $2)", [PAGE_SESSIONS_CHANNEL, hash.toString("hex")]);
}

/** Deletes the sessions that have ended: by their time, or with their token. */
export async function forgetPageSessions(db: Db): Promise<void> {
  await db.query(
    `delete from page_sessions using tokens
     where tokens.token_id = page_sessions.token_id
       and (page_sessions.expires_at < now() or tokens.revoked_at is not null or tokens.expires_at < now())`,
  );
}
