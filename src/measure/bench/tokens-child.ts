/** Times authentication: by API tokens that are cached, seen for the first time or made up, and by JWTs. */
import { mkdirSync } from "node:fs";
import { createAuthenticator } from "../../auth/authenticate.js";
import { issueToken } from "../../auth/issue.js";
import { makeToken } from "../../auth/token-text.js";
import { createLog } from "../../base/log.js";
import { nth } from "../../base/need.js";
import { readConfig } from "../../config/config.js";
import { migrate } from "../../store/db/migrate.js";
import { createPglite } from "../../store/pglite/pglite.js";
import { answer } from "./child.js";
import { type Spread, spread } from "./figures.js";
import { AUDIENCE, createIssuer } from "./issuer.js";

export interface TokensInput {
  /** A repository, which is not read. */
  root: string;
  dataDir: string;
  /** Checks of each kind. */
  checks: number;
}

export type TokensResult = Record<"known" | "first" | "madeUp" | "knownJwt" | "firstJwt", Spread>;

await answer(async ({ root, dataDir, checks }: TokensInput): Promise<TokensResult> => {
  mkdirSync(dataDir, { recursive: true });
  const db = await createPglite(dataDir);
  await migrate(db);
  const issuer = await createIssuer();
  const env = {
    CODEINDEX_AUTH: "token,jwt",
    CODEINDEX_JWT_ISSUER: issuer.url,
    CODEINDEX_JWT_JWKS_URL: issuer.url,
    CODEINDEX_JWT_AUDIENCE: AUDIENCE,
  };
  const config = readConfig({ repos: [root], dataDir }, env);
  const auth = await createAuthenticator(config, db, createLog("silent"));
  const times = async (tokens: readonly string[]): Promise<Spread> => {
    const taken: number[] = [];
    for (const token of tokens) {
      const started = performance.now();
      await auth.authenticate(`Bearer ${token}`).catch(() => undefined);
      taken.push(performance.now() - started);
    }
    return spread(taken);
  };
  const made: string[] = [];
  for (let count = 0; count < checks; count++)
    made.push((await issueToken(db, { name: "bench", scope: "read" })).token);
  const jwts: string[] = [];
  for (let count = 0; count < checks; count++) jwts.push(await issuer.sign(`caller ${count}`));
  // The first check of each kind loads modules, which must not be measured.
  await times([nth(made, 0), makeToken().text, nth(jwts, 0)]);
  try {
    return {
      first: await times(made.slice(1)),
      known: await times(made),
      madeUp: await times(Array.from({ length: checks }, () => makeToken().text)),
      firstJwt: await times(jwts.slice(1)),
      knownJwt: await times(jwts),
    };
  } finally {
    await auth.close();
    issuer.close();
    await db.close();
  }
});
