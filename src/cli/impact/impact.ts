/** `impact`: what a diff breaks, for people and for CI. */
import { readFileSync, statSync } from "node:fs";
import { buffer } from "node:stream/consumers";
import { invalidParameter } from "../../base/errors.js";
import { visible } from "../../base/visible.js";
import { type Impact, impactWords } from "../../format/impact.js";
import { MOST_DIFF } from "../../graph/impact/patches.js";
import { diffTooLarge } from "../../repository/git/diff.js";
import { MOST_TOKENS } from "../../tools/running/schema.js";
import type { ImpactFlags } from "../impact.js";
import { connectService, serviceUrl } from "../service.js";
import { impactMarkdown } from "./markdown.js";
import { impactSarif } from "./sarif.js";

/** Prints the impact of a change; returns the exit code. */
export async function impact(change: string | undefined, flags: ImpactFlags): Promise<number> {
  const { format, project, url, depth, limit, minConfidence } = flags;
  const isText = format === "text";
  const input = {
    ...(await sourceOf(change, flags.staged === true)),
    ...(depth !== undefined && { depth: toNumber(depth) }),
    ...(limit !== undefined && { limit: toNumber(limit) }),
    ...(minConfidence !== undefined && { min_confidence: minConfidence }),
    ...(project !== undefined && { project_id: project }),
    ...(flags.maxTokens !== undefined
      ? { max_tokens: toNumber(flags.maxTokens) }
      : !isText && { max_tokens: MOST_TOKENS }),
  };
  const service = connectService(serviceUrl(url));
  const answer = JSON.parse(await service.call("diff_impact", input, { json: true })) as Impact;
  process.stdout.write(`${visible(printed(answer, format)).trimEnd()}\n`);
  return failed(answer, flags.failOn) ? 2 : 0;
}

function printed(answer: Impact, format: ImpactFlags["format"]): string {
  if (format === "json") return JSON.stringify(answer, null, 2);
  if (format === "sarif") return JSON.stringify(impactSarif(answer), null, 2);
  return format === "markdown" ? impactMarkdown(answer) : impactWords(answer);
}

function failed({ summary }: Impact, failOn: ImpactFlags["failOn"]): boolean {
  if (failOn === "never") return false;
  return summary.breaks.places > 0 || (failOn === "likely" && summary.may_break.places > 0);
}

/** A text that is not a number is sent as it is: the service says what is allowed. */
const toNumber = (text: string): number | string => (Number.isNaN(Number(text)) ? text : Number(text));

/** A range, a revision, a file or standard input as the tool's parameters. */
async function sourceOf(change: string | undefined, isStaged: boolean): Promise<Record<string, unknown>> {
  if (isStaged === (change !== undefined))
    throw invalidParameter(
      "change",
      isStaged ? "and --staged exclude each other" : "is missing: give BASE..HEAD, --staged, the file of a diff, or -",
    );
  if (change === undefined) return { staged: true };
  if (change === "-") return { diff: checked(await buffer(process.stdin)) };
  const file = statSync(change, { throwIfNoEntry: false });
  if (file?.isFile()) {
    if (file.size > MOST_DIFF) throw diffTooLarge(MOST_DIFF);
    return { diff: checked(readFileSync(change)) };
  }
  const [base = "", head = ""] = change.split(/\.{2,3}/);
  return { base: base || "HEAD", ...(head !== "" && { head }) };
}

function checked(bytes: Buffer): string {
  if (bytes.length > MOST_DIFF) throw diffTooLarge(MOST_DIFF);
  return bytes.toString("utf8");
}
