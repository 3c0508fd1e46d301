import { z } from "zod";
import { invalidParameter } from "../base/errors.js";
import { briefImpact, impactShape, impactWords, lessImpact } from "../format/impact.js";
import { minConfidence } from "../format/symbols.js";
import { MOST_DIFF } from "../graph/impact/patches.js";
import { tiersUpTo } from "../graph/relations.js";
import { defineTool } from "./running/tool.js";
import { type DiffInput, impactOf } from "./shared/impact.js";

const revision = (what: string) => z.string().min(1).max(200).optional().describe(what);

export default defineTool({
  name: "diff_impact",
  title: "Impact of a diff",
  toolset: "research",
  description:
    "Tells what a diff or a range of commits breaks, and which tests to run: use it before a commit, or in a review. Each place that will not compile, callers and users step by step, routes, and the command.",
  readOnly: true,
  idempotent: true,
  command: { name: "impact", positional: [] },
  input: {
    diff: z.string().max(MOST_DIFF).optional().describe("A unified diff, as git diff writes it."),
    base: revision("Or the revision before."),
    head: revision("And after; default HEAD."),
    staged: z.boolean().default(false).describe("Or what is staged."),
    depth: z.int().min(1).max(5).default(2).describe("Steps of callers of callers."),
    min_confidence: minConfidence,
    limit: z.int().min(1).max(200).default(20).describe("Most test files."),
  },
  output: impactShape,
  brief: briefImpact,
  async run(input, context) {
    return impactOf(context, {
      ...sourceOf(input),
      depth: input.depth,
      tiers: tiersUpTo(input.min_confidence),
      mostTests: input.limit,
    });
  },
  render: (output) => impactWords(output),
  shrink: [
    (output) => lessImpact(output, { users: 3, places: 5, cases: 3 }),
    (output) => lessImpact(output, { users: 0, places: 2, cases: 1 }),
    (output) => ({ ...lessImpact(output, { users: 0, places: 1, cases: 0 }), changes: output.changes.slice(0, 20) }),
  ],
});

/** Where the diff comes from. Throws `invalid_parameter` for none, and for more than one. */
function sourceOf({
  diff,
  base,
  head,
  staged,
}: {
  diff?: string | undefined;
  base?: string | undefined;
  head?: string | undefined;
  staged: boolean;
}): Pick<DiffInput, "diff" | "revisions"> {
  const given = [diff !== undefined, base !== undefined, staged].filter(Boolean).length;
  if (given !== 1)
    throw invalidParameter(
      "diff",
      given === 0 ? "is missing: give diff, base or staged" : "give one of diff, base and staged alone",
    );
  if (diff !== undefined) return { diff };
  return { revisions: base === undefined ? "staged" : { base, head: head ?? "HEAD" } };
}
