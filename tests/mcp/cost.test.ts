/** Cost of the lists for a client: they stand in the context of every conversation. */
import { getEncoding } from "js-tiktoken";
import { expect, test } from "vitest";
import { readConfig } from "../../src/config/config.js";
import { isChosen, listed, toolChoice } from "../../src/mcp/listing.js";
import { TOOLS } from "../../src/tools/index.js";

const encoding = getEncoding("o200k_base");

// Icons are for people's eyes, and hints for the client: neither is given to a model.
test.each([
  { query: "", most: 6500, withOutput: 13_000 },
  { query: "?toolsets=core", most: 2500, withOutput: 5000 },
  { query: "?toolsets=search", most: 1500, withOutput: 3500 },
])(
  "the tools of /mcp$query cost at most $most tokens, and $withOutput with their outputs",
  ({ query, most, withOutput }) => {
    const choice = toolChoice(new URL(`http://localhost/mcp${query}`), () => null, readConfig({ repos: [] }, {}));
    const tools = TOOLS.filter((tool) => isChosen(tool, choice)).map(listed);
    const asked = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(encoding.encode(JSON.stringify(asked)).length).toBeLessThanOrEqual(most);
    const whole = tools.map(({ icons: _icons, ...tool }) => tool);
    expect(encoding.encode(JSON.stringify(whole)).length).toBeLessThanOrEqual(withOutput);
  },
);
