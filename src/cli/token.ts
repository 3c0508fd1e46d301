/** `token create|new|list|revoke`: uses the database of DATABASE_URL if it is set, or else a running service. */
import type { Command } from "commander";
import { describeTokens, endToken, issueToken, newToken, type TokenInfo } from "../auth/issue.js";
import { makeToken } from "../auth/token-text.js";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { nth } from "../base/need.js";
import { readConfig } from "../config/config.js";
import { missingMigrations } from "../store/db/migrate.js";
import { createPostgres } from "../store/db/postgres.js";
import { askService, serviceUrl } from "./service.js";

interface CommonFlags {
  url?: string;
  json?: boolean;
}

interface CreateFlags extends CommonFlags {
  name: string;
  scopes?: string;
  projects?: string[];
  expires?: string;
}

/** Adds the command with its subcommands. */
export function addTokenCommands(program: Command): void {
  const token = program
    .command("token")
    .summary("make, list and revoke API tokens")
    .description(
      "Makes, lists and revokes the tokens by which callers say who they are (CODEINDEX_AUTH=token): in the database of DATABASE_URL, else by a running service, for which CODEINDEX_TOKEN must be an administrator's.",
    );
  withCommonOptions(token.command("create"))
    .summary("make a token, and show it once")
    .requiredOption("--name <text>", "what it is for")
    .option("--scopes <scope>", "what it allows: read, index or admin, each with those before it (default: read)")
    .option("--projects <pattern...>", "the projects it is for: ids, or patterns such as 'web-*' (default: all)")
    .option("--expires <time>", "how long it lasts: 12h, 90d, 4w, 1y (default: until it is revoked)")
    .action(async ({ name, scopes = "read", projects, expires, ...flags }: CreateFlags) => {
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
    });
  token
    .command("new")
    .summary("print a token for CODEINDEX_ADMIN_TOKEN, which a start of the service adds; nothing is asked or kept")
    .action(() => console.log(makeToken().text));
  withCommonOptions(token.command("list"))
    .summary("list the tokens")
    .action(async (flags: CommonFlags) => {
      const tokens = await withPlace(flags, {
        database: describeTokens,
        service: async (url) => (await askService<{ results: TokenInfo[] }>(url, "GET", "/tokens")).results,
      });
      if (flags.json) console.log(JSON.stringify(tokens));
      else console.log(tokens.map(lineOf).join("\n") || "There are no tokens.");
    });
  withCommonOptions(token.command("revoke"))
    .summary("revoke a token, everywhere and at once")
    .argument("<id-or-name>", "the token")
    .action(async (which: string, flags: CommonFlags) => {
      const revoked = await withPlace(flags, {
        database: (db) => endToken(db, which),
        service: (url) => askService<TokenInfo>(url, "DELETE", `/tokens/${encodeURIComponent(which)}`),
      });
      console.log(flags.json ? JSON.stringify(revoked) : lineOf(revoked));
    });
}

function withCommonOptions(command: Command): Command {
  return command
    .option("--url <url>", "the service (default: DATABASE_URL's database, CODEINDEX_API_BASE, or this machine)")
    .option("--json", "print JSON");
}

async function withPlace<T>(
  { url }: CommonFlags,
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
