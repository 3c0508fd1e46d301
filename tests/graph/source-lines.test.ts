/** Single lines of a text, shown as the statements that they begin or belong to. */
import { expect, test } from "vitest";
import { linesAt } from "../../src/graph/source-lines.js";
import { dedent } from "../helpers/dedent.js";

const TEXT = dedent`
  var rows = await db
      .GetVolumesAsync(id)
      .Where(each => each.IsOpen)
      .ToArrayAsync();
  send(
    mail,
  ).catch(() => null);
  first(); // of
  .second();
  queue
    .add(job)
    .then((done) => {
      log(done);
    });
  plain(1);
  other(2);
  const { error } = await settle(
    check(user, size),
  );
  settle(
    check(user, 1),
  );
`;

test.each([
  [1, "var rows = await db.GetVolumesAsync(id).Where(each => each.IsOpen).ToArrayAsync();"],
  [2, "var rows = await db.GetVolumesAsync(id).Where(each => each.IsOpen).ToArrayAsync();"],
  [5, "send(mail,).catch(() => null);"],
  [9, ".second();"],
  [11, "queue.add(job).then((done) => { log(done); });"],
  [15, "plain(1);"],
  [18, "const { error } = await settle(check(user, size),);"],
  [21, "check(user, 1),"],
])("line %i", (line, want) => {
  expect(linesAt(new Map([["a.ts", TEXT]]), [{ path: "a.ts", line }])[0]).toBe(want);
});
