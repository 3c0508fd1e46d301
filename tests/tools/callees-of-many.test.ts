/** Members that very many types implement: where a call may end is counted, and the implementations of others stay in sight. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const kinds = Array.from(
  { length: 9 },
  (_, index) => `export class Kind${index} implements Id { type() { return ""; } }`,
);

const call = useProject({
  "src/ids.ts": ["export interface Id { type(): string }", ...kinds, ""].join("\n"),
  "src/store.ts": dedent`
    import type { Id } from "./ids";
    export interface Store { drop(id: Id): void }
    export class Disk implements Store { drop() {} }
    export function clean(store: Store, id: Id) {
      if (id.type() === "cart") store.drop(id);
    }
  `,
});

test("those of a member that more than eight implement are counted, those of others listed", async () => {
  const { text } = await call("get_relations", { symbols: ["clean"], relations: ["callees"] });
  expect(text).toContain(
    "10 implementations of what is called, where the calls may end; counted alone where more than 8 implement a member:\n",
  );
  expect(text).toContain("src/store.ts:3  Disk.drop  via Store.drop");
  expect(text).not.toContain("Kind3");
});
