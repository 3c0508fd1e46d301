/** The tool explain_path (src/tools/explain-path.ts), and the symbols around a range by get_file_context. */
import { expect, test } from "vitest";
import { z } from "zod";
import { readConfig } from "../../src/config/config.js";
import explainPath from "../../src/tools/explain-path.js";
import getFileContext from "../../src/tools/get-file-context.js";
import type { ToolContext } from "../../src/tools/running/tool.js";
import { useSample } from "../graph/with-sample.js";
import { temporaryFolder } from "../helpers/folders.js";

const sample = useSample();

async function contextOf(files: Record<string, string>): Promise<ToolContext> {
  const root = temporaryFolder(files);
  const { db, view } = sample;
  const project = { projectId: view.projectId, name: "p", root, settings: {}, url: null, cloneFolder: null };
  return { db, view, project, config: readConfig({}, {}, root), signal: new AbortController().signal } as ToolContext;
}

test("explains what the ledger holds, and what the rules say of the rest", async () => {
  const [indexed] = await sample.db.query<{ path: string }>(
    "select path from files where project_id = $1 and status = 'indexed' order by path limit 1",
    [sample.view.projectId],
  );
  const context = await contextOf({ ".gitignore": "gen/", "gen/a.ts": "x", "new.ts": "x" });
  const explain = async (path: string) => {
    const output = await explainPath.run({ path }, context);
    z.looseObject(explainPath.output).parse(output);
    return output;
  };
  expect(await explain(indexed!.path)).toMatchObject({ status: "indexed", exists: false });
  expect((await explain(indexed!.path)).symbols).toBeGreaterThan(0);
  expect(await explain("gen/a.ts")).toMatchObject({
    status: "unknown",
    exists: true,
    now: "left out (ignored): gen/ (.gitignore:1)",
  });
  expect(await explain("new.ts")).toMatchObject({ status: "unknown", exists: true, type: "file", symbols: null });
  // Nothing is there: what the rules would do with it.
  expect(await explain("lib/gen/")).toMatchObject({ exists: false, now: "left out (ignored): gen/ (.gitignore:1)" });
  expect(await explain("lib/gen")).toMatchObject({
    exists: false,
    now: "as a directory left out (ignored): gen/ (.gitignore:1)",
  });
  expect(await explain("lib/gen/b.ts")).toMatchObject({ now: "left out (ignored): gen/ (.gitignore:1)" });
  expect((await explain("lib/other")).now).toMatch(/^taken in/);
  await expect(explain("../x")).rejects.toMatchObject({ code: "path_escape" });
  await expect(explain(".")).rejects.toMatchObject({ code: "invalid_parameter" });
});

test("names the symbols that enclose a range", async () => {
  const [symbol] = await sample.db.query<{ path: string; line_start: number; qualified_name: string }>(
    `select f.path, s.line_start, s.qualified_name from symbols s join files f using (project_id, version_id)
     where s.project_id = $1 and s.parent_ordinal >= 0 order by f.path, s.ordinal limit 1`,
    [sample.view.projectId],
  );
  const context = await contextOf({ [symbol!.path]: "x\n".repeat(200) });
  const input = {
    path: symbol!.path,
    lineRange: { start: symbol!.line_start, end: symbol!.line_start },
    context_lines: 0,
  };
  const output = await getFileContext.run(input, context);
  expect(output.indexed).toBe("outdated");
  expect(output.enclosing.map((enclosing) => enclosing.qualified_name)).toContain(symbol!.qualified_name);
});
