/** A Redis that answers, and refuses the user or the password of REDIS_URL. */
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRedis } from "../../src/queue/redis.js";

const { TEST_REDIS_URL: redis } = process.env;
const USER = `codeindex-test-${process.pid}`;

describe.runIf(redis)("a queue's Redis that refuses us", () => {
  let admin: Redis;
  beforeAll(async () => {
    admin = new Redis(redis!);
    await admin.acl("SETUSER", USER, "on", ">right", "~*", "+ping", "+info", "+client", "+set");
  });
  afterAll(async () => {
    await admin.acl("DELUSER", USER);
    admin.disconnect();
  });

  /** The answer of a check of the queue with a password. */
  async function checked(password: string): Promise<string> {
    const url = new URL(redis!);
    url.username = USER;
    url.password = password;
    const queue = await openRedis({ redis: url.href, space: "codeindex:test" });
    try {
      return await queue.check().then(
        () => "lets us in",
        (error: Error) => error.message,
      );
    } finally {
      await queue.close();
    }
  }

  test.each([
    { password: "right", says: "lets us in" },
    { password: "wrong", says: "The queue's Redis does not let us in." },
  ])("with the $password password", async ({ password, says }) => {
    expect(await checked(password)).toBe(says);
  });
});
