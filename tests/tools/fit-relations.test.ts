/** Callers in few tokens: one whole caller, and how much there is of the rest. */
import { expect, test } from "vitest";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import { type Answer, fitAnswer } from "../../src/format/fit.js";
import getCallers from "../../src/tools/get-callers.js";
import { runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";

const sample = useSample();

test("get_callers in 300 tokens: names and places are whole, counts stand for the rest", async () => {
  const { output } = await runTool(getCallers, { node_id: "svcLogin", min_confidence: "candidate" }, sample);
  const long =
    "Microsoft.EntityFrameworkCore.Query.Internal.QueryableMethodTranslatingExpressionVisitor.TranslateSelect";
  const results = Array.from({ length: 40 }, (_, index) => ({
    ...output.results[0]!,
    qualified_name: `${long}${index}`,
    file_path: `src/EFCore.Relational/Query/Internal/RelationalQueryableMethodTranslatingExpressionVisitor${index}.cs`,
  }));
  const { structured, text } = fitAnswer({
    output: { ...output, results } as unknown as Answer,
    render: (shown) => getCallers.render(shown as never, { min_confidence: "candidate", depth: 1 } as never),
    shrink: getCallers.shrink as unknown as ((shown: Answer) => Answer)[],
    budget: 300,
    offset: 0,
    footer: "",
  });
  expect(estimateTokens(text)).toBeLessThanOrEqual(300);
  expect((structured.results as typeof results)[0]).toMatchObject({
    qualified_name: results[0]!.qualified_name,
    file_path: results[0]!.file_path,
  });
  expect(structured).toMatchObject({ unresolved: { count: 2 }, symbol: { qualified_name: "AuthService.login" } });
  expect(structured.next_cursor).toBeDefined();
});
