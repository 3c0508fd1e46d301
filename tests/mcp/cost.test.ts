/** What the lists cost a client: they stand in the context of every conversation. */
import { getEncoding } from "js-tiktoken";
import { expect, test } from "vitest";
import type { Toolset } from "../../src/config.js";
import { createListing } from "../../src/mcp/listing.js";
import { TOOLS } from "../../src/tools/index.js";

const encoding = getEncoding("o200k_base");
const listing = createListing(TOOLS);

test.each<{ toolsets: Toolset[] | null; most: number }>([
  { toolsets: null, most: 6000 },
  { toolsets: ["search"], most: 1500 },
])("the tools of $toolsets cost at most $most tokens", ({ toolsets, most }) => {
  const tools = listing(toolsets).map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(encoding.encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(most);
});
