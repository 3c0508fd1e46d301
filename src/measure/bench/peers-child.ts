/** Runs the command line of an indexer to its end, and measures its whole process tree. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { CodeindexError } from "../../base/errors.js";
import { answer } from "./child.js";
import { endedCpu, treeMemory } from "./machine.js";

export interface PeerInput {
  /** The program of Node and its arguments. */
  args: string[];
  cwd: string;
  /** Variables of the environment that it does not get. */
  without: readonly string[];
}

export interface PeerResult {
  /** Seconds, of user and system, of the process and all that it waited for. */
  cpu: number;
  wall: number;
  /** Bytes that the processes held at once, at most. */
  peak: number;
}

const LOOK_MS = 20;

await answer(async ({ args, cwd, without }: PeerInput): Promise<PeerResult> => {
  const before = endedCpu();
  const began = performance.now();
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !without.includes(name)));
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "ignore", "inherit"] });
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, treeMemory(child.pid ?? 0));
  }, LOOK_MS);
  const [code] = await once(child, "exit");
  clearInterval(look);
  if (code !== 0) throw new CodeindexError("index_error", `${args.join(" ")} ended with ${code}.`, {}, []);
  return { cpu: endedCpu() - before, wall: (performance.now() - began) / 1000, peak };
});
