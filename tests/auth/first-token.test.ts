/** The administrator's token of a first start. */
import { expect, test } from "vitest";
import { createAuthenticator } from "../../src/auth/authenticate.js";
import { addAdminToken, endToken, issueFirstToken } from "../../src/auth/issue.js";
import { makeToken } from "../../src/auth/token-text.js";
import { createLog } from "../../src/base/log.js";
import { readConfig } from "../../src/config/config.js";
import { describeStores } from "../helpers/store.js";

const LOG = createLog("silent");

describeStores("the first token", (store) => {
  test("is made once, however many services start together, and not again when it was revoked", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => issueFirstToken(store())));
    expect(made.filter((token) => token !== null)).toHaveLength(1);
    await endToken(store(), "administrator");
    expect(await issueFirstToken(store())).toBeNull();
  });

  test("is the configured one where there is one: added once, and not again when it was revoked", async () => {
    const { text, tokenId } = makeToken();
    const added = await Promise.all(Array.from({ length: 4 }, () => addAdminToken(store(), text)));
    expect(added.filter(Boolean)).toHaveLength(1);
    const auth = await createAuthenticator(readConfig({ repos: [] }, { CODEINDEX_AUTH: "token" }), store(), LOG);
    expect(await auth.authenticate(`Bearer ${text}`)).toMatchObject({ scope: "admin", projects: null });
    await endToken(store(), tokenId);
    expect(await addAdminToken(store(), text)).toBe(false);
    await auth.close();
    await expect(addAdminToken(store(), `${text.slice(0, -1)}-`)).rejects.toThrow(
      /^CODEINDEX_ADMIN_TOKEN: is mistyped/,
    );
  });
});
