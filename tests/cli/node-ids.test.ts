/** Arguments of the command line that are node ids, by src/cli/node-ids.ts: a leading hyphen makes none an option. */
import { expect, test } from "vitest";
import { withNodeIds } from "../../src/cli/node-ids.js";

test.each([
  ["callers -qylywEt3vk --project shop", "callers --project shop -- -qylywEt3vk"],
  ["callers --limit 3 -F-e0Gr9FSk", "callers --limit 3 -- -F-e0Gr9FSk"],
  ["trace --node-id -qBGdZx3y1o", "trace --node-id -qBGdZx3y1o"],
  ["callers -- -qylywEt3vk", "callers -- -qylywEt3vk"],
  ["search 'a b' -h --explain", "search 'a b' -h --explain"],
])("%s", (given, want) => {
  expect(withNodeIds(given.split(" "))).toEqual(want.split(" "));
});
