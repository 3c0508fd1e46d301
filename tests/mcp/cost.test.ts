/** What the lists cost a client: they stand in the context of every conversation. */
import { getEncoding } from "js-tiktoken";
import { expect, test } from "vitest";
import { readConfig } from "../../src/config.js";
import { isChosen, listed, toolChoice } from "../../src/mcp/listing.js";
import { TOOLS } from "../../src/tools/index.js";

const encoding = getEncoding("o200k_base");

test.each([
  { query: "", most: 6000 },
  { query: "?toolsets=search", most: 1500 },
])("the tools of /mcp$query cost at most $most tokens", ({ query, most }) => {
  const choice = toolChoice(new URL(`http://localhost/mcp${query}`), () => null, readConfig({ repos: [] }, {}));
  const tools = TOOLS.filter((tool) => isChosen(tool, choice))
    .map(listed)
    .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  expect(encoding.encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(most);
});
