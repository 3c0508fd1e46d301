/** Lists the files of a repository that a scan of codeindex takes in with default settings. */
import { mkdirSync } from "node:fs";
import { copyFile, cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Config, readConfig, skipSettings } from "../../config/config.js";
import { languageOf } from "../../languages/index.js";
import { scan } from "../../repository/scan.js";
import { createSkipRules } from "../../repository/skip/rules.js";

/** The configuration of a start with only a repository and a data folder, and perhaps a database server. */
export function defaultConfig(repository: string, dataDir: string, databaseUrl: string | null = null): Config {
  const server = databaseUrl === null ? {} : { databaseUrl };
  const flags = { repos: [repository], dataDir, watchFiles: false, logLevel: "error", ...server };
  return readConfig(flags, {}, dirname(dataDir));
}

/** Paths of files with a language, in the order of the scan, files that are skipped for their content among them. */
export async function listCodeFiles(root: string, dataDir: string): Promise<string[]> {
  const rules = createSkipRules(root, skipSettings(defaultConfig(root, dataDir)));
  const paths: string[] = [];
  for await (const batch of scan(root, rules))
    for (const event of batch) if (event.kind === "file" && languageOf(event.path)) paths.push(event.path);
  return paths;
}

/** Copies some files of a repository, and nothing else. */
export async function copyFiles(root: string, paths: readonly string[], target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  for (const path of paths) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    await copyFile(join(root, path), join(target, path));
  }
}

/** Copies a repository with its times and symbolic links as they are. */
export async function copyRepository(root: string, target: string): Promise<void> {
  await cp(root, target, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}
