/** Makes, lists and revokes API tokens. */
import { z } from "zod";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { need, present } from "../base/need.js";
import { SCOPES, sees } from "../model/principal.js";
import type { Db } from "../store/db/db.js";
import {
  findAnyToken,
  insertFirstToken,
  insertToken,
  insertTokenOnce,
  listTokens,
  restrictToken,
  revokeToken,
  type Token,
} from "../store/tokens.js";
import { makeToken, parseToken } from "./token-text.js";

const MOST_PATTERNS = 100;
const DAY = 24 * 3_600_000;
const UNITS = new Map(Object.entries({ h: 3_600_000, d: DAY, w: 7 * DAY, y: 365 * DAY }));

export const newToken = z.strictObject({
  name: z.string().trim().min(1).max(100).describe("Its purpose, for people."),
  scope: z
    .enum(SCOPES)
    .default("read")
    .describe("read: ask. index: also have things indexed. admin: also change the registry and tokens."),
  projects: z
    .array(
      z
        .string()
        .regex(/^[a-z0-9._*-]{1,100}$/)
        .describe("A project id, or a pattern with *, such as web-*."),
    )
    .min(1)
    .max(MOST_PATTERNS)
    .optional()
    .describe("The projects it is for. Default: all."),
  expires: z
    .string()
    .regex(/^\d{1,4}[hdwy]$/)
    .optional()
    .describe("How long it lasts: 12h, 90d, 4w or 1y. Default: until it is revoked."),
});

export const tokenLimits = z.strictObject({
  scope: z.enum(SCOPES).optional().describe("A lesser scope."),
  projects: newToken.shape.projects.describe("Fewer projects: patterns that those it is for cover."),
  expires: newToken.shape.expires.describe("How long it lasts from now on: 12h, 90d, 4w or 1y; no longer than before."),
});

/** A token's fields as shown to people. */
export const tokenShape = {
  token_id: z.string(),
  name: z.string(),
  scope: z.enum(SCOPES),
  projects: z.array(z.string()).nullable().describe("Patterns of project ids; null: all projects."),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable().describe("To the minute."),
  revoked_at: z.string().nullable(),
};
export type TokenInfo = z.infer<z.ZodObject<typeof tokenShape>>;

/** Makes a token. Its text is in this answer and is not stored. Throws `invalid_parameter`. */
export async function issueToken(
  db: Db,
  {
    name,
    scope,
    projects = null,
    expires,
  }: Omit<z.infer<typeof newToken>, "projects"> & { projects?: string[] | null },
): Promise<TokenInfo & { token: string }> {
  const { text, tokenId, hash } = makeToken();
  const expiresAt = endOf(db, expires);
  const token = await insertToken(db, { tokenId, name, hash, scope, projects, expiresAt });
  return { ...infoOf(token), token: text };
}

/** The time at which something ends that lasts for `12h` or `90d` from now on; null: never. Throws `invalid_parameter`. */
function endOf(db: Db, expires: string | undefined): Date | null {
  const [, count, unit] = /^(\d+)([hdwy])$/.exec(expires ?? "") ?? [];
  if (count === "0") throw invalidParameter("expires", "must be longer than nothing");
  return unit === undefined ? null : new Date(db.now() + Number(count) * need(UNITS, unit));
}

/**
 * Takes rights from a token, everywhere and at once: a lesser scope, fewer projects, an earlier end. It never gives it any, because its text may be
 * where nobody expects more of it. Throws `invalid_parameter` and `not_found`.
 */
export async function limitToken(
  db: Db,
  tokenId: string,
  { scope, projects, expires }: z.infer<typeof tokenLimits>,
): Promise<TokenInfo> {
  const [token] = await findAnyToken(db, tokenId);
  if (token?.tokenId !== tokenId || token.revokedAt !== null)
    throw new CodeindexError("not_found", `There is no token ${JSON.stringify(tokenId.slice(0, 100))}.`, {}, [
      "GET /tokens lists the tokens and their ids. One that was revoked stays so.",
    ]);
  if (scope && SCOPES.indexOf(scope) > SCOPES.indexOf(token.scope))
    throw invalidParameter("scope", `must be at most ${token.scope}, as it is; make another token`);
  // A pattern that fits the text of another one fits all that the other fits: a * of it takes the other's *.
  const wider = projects?.find((pattern) => !sees(token, pattern));
  if (wider !== undefined)
    throw invalidParameter("projects", `${wider} is more than it is for: ${token.projects?.join(", ")}`);
  const before = token.expiresAt === null ? null : new Date(token.expiresAt);
  const expiresAt = endOf(db, expires) ?? before;
  if (before && expiresAt && expiresAt > before) throw invalidParameter("expires", "must not be later than it is");
  const limits = { scope: scope ?? token.scope, projects: projects ?? token.projects, expiresAt };
  const changed = await restrictToken(db, token, limits);
  if (!changed)
    throw new CodeindexError("not_found", "The token was changed or revoked by somebody else meanwhile.", {}, [
      "GET /tokens shows how it is now.",
    ]);
  return infoOf(changed);
}

/** The text of a new administrator's token if there never was one; otherwise null. */
export async function issueFirstToken(db: Db): Promise<string | null> {
  const { text, tokenId, hash } = makeToken();
  const first = { tokenId, hash, name: "administrator", scope: "admin", projects: null, expiresAt: null } as const;
  return (await insertFirstToken(db, first)) ? text : null;
}

/**
 * Adds an administrator's token that was made outside. False where it was added before: also where it was revoked since, and then it stays so. Throws
 * `configuration` for a text that is not a token.
 */
export async function addAdminToken(db: Db, text: string): Promise<boolean> {
  const token = parseToken(text);
  if (token === null)
    throw new CodeindexError(
      "configuration",
      "CODEINDEX_ADMIN_TOKEN: is mistyped; its last characters check the others.",
      {},
      ["codeindex token new prints one."],
    );
  return insertTokenOnce(db, { ...token, name: "administrator", scope: "admin", projects: null, expiresAt: null });
}

/** All tokens, without their secrets. */
export async function describeTokens(db: Db): Promise<TokenInfo[]> {
  return (await listTokens(db)).map(infoOf);
}

/** Revokes a token by its id, or by its name where only one token that is not revoked has it. Throws `not_found`. */
export async function endToken(db: Db, idOrName: string): Promise<TokenInfo> {
  const [found, ...others] = await findAnyToken(db, idOrName);
  if (found?.tokenId === idOrName) return infoOf(present(await revokeToken(db, idOrName)));
  if (!found)
    throw new CodeindexError("not_found", `There is no token ${JSON.stringify(idOrName.slice(0, 100))}.`, {}, [
      "codeindex token list shows the tokens and their ids.",
    ]);
  if (others.length > 0)
    throw invalidParameter("token", `${others.length + 1} tokens have that name; give an id of codeindex token list`);
  return infoOf(present(await revokeToken(db, found.tokenId)));
}

const infoOf = (token: Token): TokenInfo => ({
  token_id: token.tokenId,
  name: token.name,
  scope: token.scope,
  projects: token.projects,
  created_at: token.createdAt,
  expires_at: token.expiresAt,
  last_used_at: token.lastUsedAt,
  revoked_at: token.revokedAt,
});
