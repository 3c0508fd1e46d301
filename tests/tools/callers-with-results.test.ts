/** Lists of callers say what is done with the value of a call: whether a change of it breaks them. */
import { expect, test } from "vitest";
import getCallers from "../../src/tools/get-callers.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

describeStores("callers and results", (store) => {
  const callers = async (files: Record<string, string>, node_id: string) => {
    const { text } = await runTool(getCallers, { node_id }, await buildRepository(store(), files));
    return text.split("\n").slice(0, 5);
  };
  const FIND = "export function find(id: string): Cat | null { return null; }\n";

  test("the members that are read, tests, and functions that it is passed to", async () => {
    const files = {
      "src/find.ts": FIND,
      "src/feed.ts": dedent`
        import { find } from "./find.js";
        export function feedAll(ids: string[]) {
          for (const id of ids) {
            const cat = find(id);
            if (!cat) continue;
            give(cat.bowl, 1);
          }
        }
        export const has = (id: string) => find(id) !== null;
      `,
    };
    expect(await callers(files, "src/find.ts:1")).toEqual([
      "2 callers of find (src/find.ts:1), 2 call sites",
      "src/feed.ts",
      "  4  feedAll",
      "      const cat = find(id);  → cat: tested 5; .bowl 6",
      "  9  has",
    ]);
  });

  test("of many callers the lines alone", async () => {
    const body = Array.from(
      { length: 20 },
      (_, n) => `export function f${n}() { const cat = find("${n}");\n return cat; }`,
    );
    const files = { "src/find.ts": FIND, "src/many.ts": `import { find } from "./find.js";\n${body.join("\n")}\n` };
    expect((await callers(files, "src/find.ts:1")).join("\n")).not.toContain("→");
  });
});
