import { z } from "zod";
import { estimateTokens } from "../base/estimate-tokens.js";
import { linkWords, type Overview, overviewLines, SHORTER_OVERVIEWS } from "../format/overview.js";
import { defineTool } from "./running/tool.js";
import { overviewOf } from "./shared/overview.js";
import * as params from "./shared/params.js";

/** The most tokens of an overview, where the caller does not say otherwise. */
const OVERVIEW_TOKENS = 2000;
/** Tokens of the answer in addition to its words: the index line. */
const BESIDE = 80;
const CUT = "Lists are cut; an overview of one folder tells more of it.";

const entry = z.object({ what: z.string(), leads: z.string(), from: z.string() });

export default defineTool({
  name: "overview",
  title: "Overview",
  toolset: "research",
  description:
    "Tells what a repository is: use it first in an unknown one. Parts and how they depend on each other, entry points, routes, most used types, tests, commands; of a folder with `path`.",
  readOnly: true,
  cost: 3,
  idempotent: true,
  command: { name: "overview", positional: ["path"] },
  input: { path: params.directory },
  output: {
    path: z.string(),
    description: z.string().nullable().describe("By the README or a manifest."),
    files: z.object({ code: z.int(), tests: z.int(), other: z.int(), lines: z.int().describe("Of code.") }),
    languages: z.record(z.string(), z.int()).describe("Files of code."),
    packages: z.array(z.object({ path: z.string(), kind: z.string(), name: z.string().nullable() })),
    parts: z.array(
      z.object({
        name: z.string(),
        files: z.int(),
        lines: z.int(),
        refers_to: z.array(z.object({ part: z.string(), references: z.int() })),
        most_used: z.array(z.string()),
      }),
    ),
    layers: z.array(z.array(z.string())).describe("Each refers to those behind it alone, but for circles."),
    circles: z.array(z.array(z.string())).describe("Parts that refer to each other in a circle."),
    file_circles: z.object({ count: z.int(), largest: z.int() }),
    entries: z.array(entry),
    routes: z.object({
      files: z.array(z.object({ path: z.string(), routes: z.int(), examples: z.array(z.string()) })),
      total: z.int(),
      unread: z.int().describe("Files that were not looked at for routes."),
    }),
    types: z.array(z.string()).describe("Referred to by most other files: name, path:line and how many."),
    functions: z.array(z.string()),
    tests: z.object({ folders: z.record(z.string(), z.int()), commands: z.array(z.string()) }),
    commands: z.array(z.string()).describe("That build, start or check."),
    notes: z.array(z.string()),
  },
  brief: ({ parts, ...output }) => ({
    ...output,
    parts: parts.map(({ refers_to, ...part }) => ({ ...part, refers_to: refers_to.map(linkWords) })),
  }),
  async run(input, context) {
    const whole = await overviewOf(context, input.path.replace(/^\.?\/+|\/+$/g, "").replace(/^\.$/, ""));
    const budget = Math.min(context.maxTokens ?? OVERVIEW_TOKENS, context.config.maxTokens) - BESIDE;
    const isShort = (overview: Overview) => estimateTokens(overviewLines(overview).join("\n")) <= budget;
    let shown = whole;
    for (const shorter of SHORTER_OVERVIEWS)
      if (!isShort(shown)) shown = { ...shorter(shown), notes: [...whole.notes, CUT] };
    return shown;
  },
  render: (output) => overviewLines(output).join("\n"),
  shrink: SHORTER_OVERVIEWS,
  shrunk: () => CUT,
});
