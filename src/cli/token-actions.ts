/** The actions of `token`: in the database of DATABASE_URL if it is set, or else by a running service. */
import { describeTokens, endToken, issueToken, newToken, type TokenInfo } from "../auth/issue.js";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { nth } from "../base/need.js";
import { readConfig } from "../config/config.js";
import { missingMigrations } from "../store/db/migrate.js";
import { createPostgres } from "../store/db/postgres.js";
import { askService, serviceUrl } from "./service.js";
import type { CreateFlags, TokenFlags } from "./token.js";

/** Makes a token, and shows it once. */
export async function createToken({ name, scopes = "read", projects, expires, ...flags }: CreateFlags): Promise<void> {
  const scope = scopes
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
  const parsed = newToken.safeParse({
    name,
    scope: (["admin", "index", "read"] as const).find((each) => scope.includes(each)) ?? scopes,
    projects: projects?.flatMap((each) => each.split(",")),
    expires,
  });
  if (!parsed.success) {
    const issue = nth(parsed.error.issues, 0);
    throw invalidParameter(`--${String(issue.path[0] ?? "")}`, issue.message);
  }
  const made = await withPlace(flags, {
    database: (db) => issueToken(db, parsed.data),
    service: (url) => askService<TokenInfo & { token: string }>(url, "POST", "/tokens", parsed.data),
  });
  if (flags.json) console.log(JSON.stringify(made));
  else {
    console.log(made.token);
    console.error(`${lineOf(made)}\nThis is shown once. Clients send it as: Authorization: Bearer TOKEN`);
  }
}

/** Lists the tokens. */
export async function listTokens(flags: TokenFlags): Promise<void> {
  const tokens = await withPlace(flags, {
    database: describeTokens,
    service: async (url) => (await askService<{ results: TokenInfo[] }>(url, "GET", "/tokens")).results,
  });
  if (flags.json) console.log(JSON.stringify(tokens));
  else console.log(tokens.map(lineOf).join("\n") || "There are no tokens.");
}

/** Revokes a token, by its id or name. */
export async function revokeToken(which: string, flags: TokenFlags): Promise<void> {
  const revoked = await withPlace(flags, {
    database: (db) => endToken(db, which),
    service: (url) => askService<TokenInfo>(url, "DELETE", `/tokens/${encodeURIComponent(which)}`),
  });
  console.log(flags.json ? JSON.stringify(revoked) : lineOf(revoked));
}

async function withPlace<T>(
  { url }: TokenFlags,
  ask: { database: (db: ReturnType<typeof createPostgres>) => Promise<T>; service: (url: string) => Promise<T> },
): Promise<T> {
  const named = Object.entries(process.env).filter(([name]) => /^DATABASE_(DIRECT_)?URL(_FILE)?$/.test(name));
  const { databaseUrl, databaseDirectUrl } = readConfig({ repos: [], config: "" }, Object.fromEntries(named));
  if (url !== undefined || databaseUrl === null) return ask.service(serviceUrl(url));
  const db = createPostgres(databaseDirectUrl ?? databaseUrl, { max: 2 });
  try {
    if ((await missingMigrations(db)).length > 0)
      throw new CodeindexError("configuration", "The database is not of this version yet.", {}, [
        "Run: codeindex migrate",
      ]);
    return await ask.database(db);
  } finally {
    await db.close();
  }
}

function lineOf({ token_id, name, scope, projects, expires_at, last_used_at, revoked_at }: TokenInfo): string {
  const day = (time: string) => time.slice(0, 10);
  return [
    token_id,
    name,
    scope,
    projects?.join(",") ?? "all projects",
    revoked_at ? `revoked ${day(revoked_at)}` : expires_at ? `until ${day(expires_at)}` : "no end",
    last_used_at ? `used ${last_used_at.slice(0, 16).replace("T", " ")}` : "never used",
  ].join("  ");
}
