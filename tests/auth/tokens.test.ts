/** API tokens as a service knows them, whoever makes some up. */
import { expect, test } from "vitest";
import { issueToken } from "../../src/auth/issue.js";
import { makeToken } from "../../src/auth/token-text.js";
import { createTokenChecker } from "../../src/auth/tokens.js";
import { createLog } from "../../src/base/log.js";
import type { Db } from "../../src/store/db/db.js";
import { listTokens } from "../../src/store/tokens.js";
import { describeStores } from "../helpers/store.js";

describeStores("tokens", (store) => {
  test("made-up ones cost little, however many come, and push none out that are good", async () => {
    let looks = 0;
    const query: Db["query"] = (text, ...rest) => {
      if (/from tokens/.test(text)) looks += 1;
      return store().query(text, ...rest);
    };
    const checker = await createTokenChecker({ ...store(), query }, createLog("silent"));
    const good = await issueToken(store(), { name: "good", scope: "read" });
    expect(await checker.check(good.token)).toMatchObject({ id: `token:${good.token_id}` });
    looks = 0;
    const made = Array.from({ length: 20_000 }, () => makeToken().text);
    const answers = await Promise.all([...made, good.token].map((text) => checker.check(text)));
    expect(answers.filter((principal) => principal !== null)).toEqual([
      expect.objectContaining({ id: `token:${good.token_id}` }),
    ]);
    // All at once are one look. One whose checksum is wrong is none.
    expect(looks).toBe(1);
    await checker.check(`${good.token.slice(0, -1)}${good.token.endsWith("0") ? "1" : "0"}`);
    expect(looks).toBe(1);
    await checker.close();
  });

  test("one that is not there yet is known when it is", async () => {
    const checker = await createTokenChecker(store(), createLog("silent"));
    const made = await issueToken(store(), { name: "soon", scope: "read" });
    await store().query("update tokens set revoked_at = now() where token_id = $1", [made.token_id]);
    expect(await checker.check(made.token)).toBeNull();
    await store().query("update tokens set revoked_at = null where token_id = $1", [made.token_id]);
    expect(await checker.check(made.token)).toBeNull();
    await store().query("select pg_notify('codeindex_tokens', $1)", [made.token_id]);
    await expect.poll(() => checker.check(made.token)).not.toBeNull();
    await checker.close();
  });

  test("when one was last used is known soon after", async () => {
    const checker = await createTokenChecker(store(), createLog("silent"));
    const { token, token_id } = await issueToken(store(), { name: "used", scope: "read" });
    const lastUse = async () => (await listTokens(store())).find(({ tokenId }) => tokenId === token_id)?.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await checker.check(token);
    await expect.poll(lastUse, { timeout: 10_000 }).not.toBeNull();
    await checker.close();
  });

  test("a use that could not be noted is noted with the next one", async () => {
    let problems = 0;
    const query: Db["query"] = async (text, ...rest) => {
      if (!/last_used_at = /.test(text) || problems > 0) return store().query(text, ...rest);
      problems += 1;
      throw new Error("the database is away");
    };
    const checker = await createTokenChecker({ ...store(), query }, createLog("silent"));
    const { token, token_id } = await issueToken(store(), { name: "used", scope: "read" });
    const lastUse = async () => (await listTokens(store())).find(({ tokenId }) => tokenId === token_id)?.lastUsedAt;
    await checker.check(token);
    await expect.poll(() => problems, { timeout: 10_000 }).toBe(1);
    await checker.check(token);
    await expect.poll(lastUse, { timeout: 10_000 }).not.toBeNull();
    await checker.close();
  });
});
