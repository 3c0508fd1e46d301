/** `load`: simulates many clients at once on a running installation. */
import { readFileSync } from "node:fs";
import { CodeindexError } from "../base/errors.js";
import { readConfig } from "../config/config.js";
import { type LoadOptions, runLoad } from "../measure/bench/load.js";
import { table } from "../measure/bench/table.js";
import { readSealKeys } from "../store/db/seal-keys.js";
import { stopSignal } from "./stop.js";

export interface LoadFlags {
  url: string[];
  databaseUrl?: string;
  project?: string;
  clients: string;
  tokens?: string;
  seconds: string;
  think: string;
  json?: boolean;
}

/** The tokens of a file, one a line. Throws `configuration` where it cannot be read or has none. */
function readTokens(path: string): string[] {
  try {
    const tokens = readFileSync(path, "utf8")
      .split(/\s+/)
      .filter((token) => token !== "");
    if (tokens.length > 0) return tokens;
  } catch (error) {
    throw new CodeindexError("configuration", `--tokens: ${path} cannot be read: ${(error as Error).message}`);
  }
  throw new CodeindexError("configuration", `--tokens: ${path} has no token.`);
}

/** Prints the figures; returns the exit code: 1 where a call failed. */
export async function load(flags: LoadFlags): Promise<number> {
  const databaseUrl = flags.databaseUrl ?? process.env.DATABASE_URL;
  if (!databaseUrl)
    throw new CodeindexError(
      "configuration",
      "--database-url: say where the installation's database is, or set DATABASE_URL.",
    );
  const options: LoadOptions = {
    urls: flags.url,
    databaseUrl,
    sealKeys: readSealKeys(readConfig({ repos: [], config: "" }, { ...process.env, DATABASE_URL: databaseUrl })),
    project: flags.project ?? null,
    clients: Number(flags.clients),
    tokens: flags.tokens === undefined ? [] : readTokens(flags.tokens),
    seconds: Number(flags.seconds),
    thinkMs: Number(flags.think),
    seed: 1,
  };
  const phases = await runLoad(options, stopSignal());
  if (flags.json) console.log(JSON.stringify(phases, null, 2));
  else {
    const ms = (value: number) => value.toFixed(1);
    const right = new Set([2, 3, 4, 5, 6]);
    const rows = phases.flatMap(({ name, callsPerSecond, times, slowest }) => [
      [name, "all", ms(callsPerSecond), String(times.count), ms(times.p50), ms(times.p95), ms(times.max)],
      ...slowest.map(({ row, times: each }) => [
        "",
        row,
        "",
        String(each.count),
        ms(each.p50),
        ms(each.p95),
        ms(each.max),
      ]),
    ]);
    console.log(table(["phase", "tool", "calls/s", "calls", "p50 ms", "p95 ms", "max ms"], rows, right));
    for (const { name, errors } of phases) for (const error of errors.slice(0, 10)) console.log(`${name}: ${error}`);
  }
  return phases.some(({ errors }) => errors.length > 0) ? 1 : 0;
}
