/** `token create|new|list|revoke`: the options, and what they mean. */
import type { Command } from "commander";

export interface TokenFlags {
  url?: string;
  json?: boolean;
}

export interface CreateFlags extends TokenFlags {
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
    .action(async (flags: CreateFlags) => {
      const { createToken } = await import("./token-actions.js");
      await createToken(flags);
    });
  token
    .command("new")
    .summary("print a token for CODEINDEX_ADMIN_TOKEN, which a start of the service adds; nothing is asked or kept")
    .action(async () => {
      const { makeToken } = await import("../auth/token-text.js");
      console.log(makeToken().text);
    });
  withCommonOptions(token.command("list"))
    .summary("list the tokens")
    .action(async (flags: TokenFlags) => {
      const { listTokens } = await import("./token-actions.js");
      await listTokens(flags);
    });
  withCommonOptions(token.command("revoke"))
    .summary("revoke a token, everywhere and at once")
    .argument("<id-or-name>", "the token")
    .action(async (which: string, flags: TokenFlags) => {
      const { revokeToken } = await import("./token-actions.js");
      await revokeToken(which, flags);
    });
}

function withCommonOptions(command: Command): Command {
  return command
    .option("--url <url>", "the service (default: DATABASE_URL's database, CODEINDEX_API_BASE, or this machine)")
    .option("--json", "print JSON");
}
