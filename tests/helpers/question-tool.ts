/** Tools that answer a question with code, on a small repository. */
import { z } from "zod";
import type { ChatModel } from "../../src/models/chat/chat.js";
import type { Db } from "../../src/store/db/db.js";
import { checkInput } from "../../src/tools/running/check-input.js";
import type { ToolContext, ToolDefinition } from "../../src/tools/running/tool.js";
import { indexFiles } from "../search/index-files.js";
import { dedent } from "./dedent.js";
import { emptySearcher } from "./searcher.js";

export const SHOP = {
  "src/token.ts": `import { sign } from "./sign.js";

/** Gives a new token in place of one that expires. */
export function rotateToken(token: string): string {
  if (isExpired(token)) throw new Error("expired");
  return sign(token);
}
`,
  "src/sign.ts": dedent`
    export function sign(text: string): string {
      return text + KEY;
    }
  `,
  "README.md": dedent`
    # Shop

    ## Tokens

    A token is rotated before it expires.
  `,
};

/** Indexes files, SHOP if none are given, and runs a tool on them, its input checked and its output held against its schema. */
export async function askTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape>(
  db: Db,
  tool: ToolDefinition<Input, Output>,
  args: Record<string, unknown>,
  { files = SHOP, chat = null }: { files?: Record<string, string>; chat?: ChatModel | null } = {},
) {
  const view = await indexFiles(db, files);
  const { project_id: _project, max_tokens: _budget, ...checked } = checkInput(tool as never, args);
  const input = checked as z.infer<z.ZodObject<Input>>;
  const project = { projectId: "p", name: "shop", root: "/secret/place/shop" };
  const output = await tool.run(input, {
    db,
    searcher: emptySearcher(db),
    view,
    project,
    config: { maxTokens: 8000, defaultMaxResults: 20, relevanceThreshold: 0, searchTimeout: 30_000 },
    maxTokens: null,
    chat,
    signal: new AbortController().signal,
    progress: () => undefined,
  } as unknown as ToolContext);
  for (const shown of [output, ...(tool.shrink ?? []).map((shrink) => shrink(output))])
    z.object(tool.output).parse(shown);
  return { output, text: tool.render(output, input) };
}
