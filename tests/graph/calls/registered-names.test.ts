/** Names under which code registers a function, by src/graph/calls/registered-names.ts. */
import { expect, test } from "vitest";
import { registeredName } from "../../../src/graph/calls/registered-names.js";
import { dedent } from "../../helpers/dedent.js";

const nameAt = (source: string, line: number) => registeredName(source.split("\n"), line)?.name ?? null;

test("the innermost call around a line that begins with a name", () => {
  const source = dedent`
    register("outer", () => {
      queue.process('send.mail', async (job) => {
        const to = find(job.id);
        await send(to);
      });
      run();
    });
    after("done", 1);
    rest();
  `;
  expect(nameAt(source, 4)).toBe("send.mail");
  expect(nameAt(source, 6)).toBe("outer");
  expect(nameAt(source, 9)).toBeNull();
});

test("no text that is a route, a sentence or not the first argument", () => {
  expect(
    nameAt(
      dedent`
    fail("not a name", () => {
      run();
    });`,
      2,
    ),
  ).toBeNull();
  expect(
    nameAt(
      dedent`
        router.post(
          "documents.move",
          async () => {
            run();
          });`,
      4,
    ),
  ).toBeNull();
  expect(
    nameAt(
      dedent`
    on(server, "close", () => {
      run();
    });`,
      2,
    ),
  ).toBeNull();
});
