/** A shop of two files, one of which calls the other, for the tests of the codrag_ tools. */
import type { z } from "zod";
import type { Db } from "../../src/store/db/db.js";
import type { ToolDefinition } from "../../src/tools/running/tool.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";

export const CODRAG_SHOP = {
  "cart.ts": dedent`
    import { priceOf } from "./prices";
    export const total = priceOf("a");
  `,
  "prices.ts": dedent`
    export function priceOf(item: string) {
      return item.length;
    }
  `,
};

/** Builds the shop and runs a tool on it; gives its output. */
export async function askShop<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  db: Db,
  tool: ToolDefinition<Input, Output>,
  args: Record<string, unknown>,
) {
  return (await runTool(tool, args, await buildRepository(db, CODRAG_SHOP))).output;
}
