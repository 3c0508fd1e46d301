/** Of many calls a list of callers tells how their values are used, counted by kind; of kinds that few have, the places. */
import { expect, test } from "vitest";
import getCallers from "../../src/tools/get-callers.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const FIND = dedent`
  export async function find(id: number) {
    return { id };
  }
`;
const USERS = Array.from(
  { length: 12 },
  (_, index) =>
    dedent`
      export async function user${index}() {
        const found = await find(${index});
        return found.id;
      }
    `,
).join("");

describeStores("values of calls", (store) => {
  const callersOf = async (others: string) => {
    const files = { "src/find.ts": FIND, "src/users.ts": `import { find } from "./find.js";\n${USERS}${others}` };
    const built = await buildRepository(store(), files);
    return (await runTool(getCallers, { node_id: "src/find.ts:1" }, built)).text;
  };

  test("are counted by kind", async () => {
    const text = await callersOf(dedent`
      export function warm() {
        find(0);
        if (find(1)) warm();
      }
    `);
    expect(text).toContain(
      "Values of 14 calls: awaited 12; not awaited 2: users.ts:51, 52; not used 1: users.ts:51; tested 1: users.ts:52; members read 12",
    );
  });

  test("are told with each line where these are few", async () => {
    expect(await callersOf("")).not.toContain("Values of");
  });
});
