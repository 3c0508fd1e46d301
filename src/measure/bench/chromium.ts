/** A browser for measurements and tests of the page: Debian's Chromium, which CHROMIUM_PATH names or PATH has. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser } from "playwright-core";

/** The path of Chromium; null where there is none. */
export function findChromium(): string | null {
  return process.env.CHROMIUM_PATH ?? inPath("chromium") ?? inPath("chromium-browser");
}

/** Starts the Chromium at a path. Throws where playwright-core, which only a checkout has, is not installed. */
export async function launchChromium(path: string): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath: path,
    args: ["--no-sandbox", "--disable-gpu"],
    // Its socket lies there, whose path must be short.
    env: { ...process.env, TMPDIR: "/tmp" },
  });
}

function inPath(name: string): string | null {
  const found = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  return found.find(canRun) ?? null;
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
