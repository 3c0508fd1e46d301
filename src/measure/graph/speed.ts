/**
 * `npm run bench:graph -- --speed DIR…`: measures the cost of resolution. One process parses the sources and leaves the packed results on the disk,
 * as the service leaves them in its database. Another resolves them, so that its time and memory are its own. A third does everything that an index
 * does before it resolves, parsing included, for comparison.
 */
import type { Workspace } from "../bench/workspace.js";
import type { ParseOutcome, PhaseOutcome, ResolveOutcome, SpeedInput } from "./speed-child.js";

/** Measures each folder as one program, and returns the text to print. */
export async function measureSpeed(workspace: Workspace, folders: readonly string[]): Promise<string> {
  const rows: string[][] = [];
  for (const root of folders) {
    console.error(root);
    const results = workspace.path("parses");
    const input = (step: SpeedInput["step"]): SpeedInput => ({ root, results, step });
    const parsed = await workspace.runChild<ParseOutcome>("speed-child", input("parse"));
    const phase = await workspace.runChild<PhaseOutcome>("speed-child", input("phase"));
    const resolved = await workspace.runChild<ResolveOutcome>("speed-child", input("resolve"));
    const shareOf = (cpuSeconds: number) => `${((100 * resolved.cpuSeconds) / cpuSeconds).toFixed(0)} %`;
    rows.push([
      root,
      String(parsed.files),
      String(resolved.edges),
      seconds(parsed.cpuSeconds),
      seconds(phase.cpuSeconds),
      `${seconds(resolved.cpuSeconds)}: ${shareOf(parsed.cpuSeconds)} of the one, ${shareOf(phase.cpuSeconds)} of the other`,
      seconds(resolved.wallSeconds),
      resolved.peakBytes === null ? "?" : `${(resolved.peakBytes / 1e6).toFixed(0)} MB`,
      spread(resolved.lines),
      spread(resolved.renames),
    ]);
  }
  return table([
    [
      "folder",
      "files",
      "edges",
      "CPU of tree-sitter and extraction",
      "CPU of the phase *parse*",
      "CPU of resolution",
      "resolved in",
      "memory",
      "a line more",
      "a declaration renamed",
    ],
    ...rows,
  ]);
}

function seconds(value: number): string {
  return `${value.toFixed(1)} s`;
}

/** The median and the 95th percentile. */
function spread(milliseconds: readonly number[]): string {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return `${quantile(0.5).toFixed(0)} ms, ${quantile(0.95).toFixed(0)} ms`;
}

function table([head = [], ...rows]: string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
