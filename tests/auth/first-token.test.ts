/** The administrator's token of a first start. */
import { expect, it } from "vitest";
import { endToken, issueFirstToken } from "../../src/auth/issue.js";
import { describeStores } from "../helpers/store.js";

describeStores("the first token", (store) => {
  it("is made once, however many services start together, and not again when it was revoked", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => issueFirstToken(store())));
    expect(made.filter((token) => token !== null)).toHaveLength(1);
    await endToken(store(), "administrator");
    expect(await issueFirstToken(store())).toBeNull();
  });
});
