import { expect, test } from "vitest";
import getImplementations from "../../src/tools/get-implementations.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { describeStores } from "../helpers/store.js";

describeStores("get_implementations", (store) => {
  test("of a function type, says where functions are declared to be of it", async () => {
    const built = await buildRepository(store(), {
      "src/jobs.ts": `export type JobHandler = (id: string) => Promise<void>;
export interface Unused {}
`,
      "src/mail.ts": `import type { JobHandler } from "./jobs";
export const sendMail: JobHandler = async (id) => {};
export const dropMail: JobHandler = async (id) => {};
`,
    });
    const { output, text } = await runTool(getImplementations, { node_id: "src/jobs.ts:1" }, built);
    expect(output).toMatchObject({ total: 0, named_as_type: 2 });
    expect(text).toContain("Named as a type in 2 places, by functions and values declared to be of it among others");
    const unused = await runTool(getImplementations, { node_id: "src/jobs.ts:2" }, built);
    expect(unused.output.named_as_type).toBeUndefined();
  });
});
