/** The lines below the message of a command that ended with an error. */
import { expect, test } from "vitest";
import type { CodeindexError } from "../../src/base/errors.js";
import { adviceOn } from "../../src/cli/advice.js";
import { publicError } from "../../src/store/db/db-errors.js";

const AGAIN = "Run it again when the server answers; codeindex doctor looks at the way there.";
const coded = (code: string, message: string) => Object.assign(new Error(message), { code });
/** Node's error of a name that has two addresses. */
const both = new AggregateError(
  ["::1:5432", "127.0.0.1:5432"].map((place) => coded("ECONNREFUSED", `connect ECONNREFUSED ${place}`)),
  "all addresses failed",
);

test.each([
  {
    from: coded("ENOTFOUND", "getaddrinfo ENOTFOUND db.example.com"),
    advice: ["The reason: getaddrinfo ENOTFOUND db.example.com", AGAIN],
  },
  {
    from: Object.assign(both, { code: "ECONNREFUSED" }),
    advice: ["The reason: connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432", AGAIN],
  },
  {
    from: coded("3D000", 'database "code" does not exist'),
    advice: [
      'The reason: database "code" does not exist',
      "Look at the user, password and database of DATABASE_URL; codeindex doctor says what the server says.",
    ],
  },
])("$from.message", ({ from, advice }) => {
  const error = publicError(from) as CodeindexError;
  expect(adviceOn(error)).toEqual(advice);
  // Callers of a service read neither the server's words nor its address.
  expect(JSON.stringify(error.toEnvelope())).not.toContain(from.message);
});
