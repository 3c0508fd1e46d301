/**
 * `npm run bench:dead -- DIR …`: holds the claims of find_dead_code against the compiler of the language, against tests, and against the language's own
 * tool for dead code.
 *
 * It cuts out the declarations that were called unused; a new error then shows a false claim. `--tests COMMAND` also runs the tests
 * of the repository without them. Modules that are installed in DIR are at hand for both. `--list` prints the claims, to be read by eye, and of what
 * the other tool alone names why it is none of ours.
 */
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { copyFiles } from "../bench/repository.js";
import { table } from "../bench/table.js";
import { type Claim, claimsAbout, nameOf } from "./claims.js";
import { createDeleting, type Refuted } from "./deleting.js";
import { go } from "./go.js";
import { python } from "./python.js";
import { typescript } from "./typescript.js";
import { OUTPUT, type Witness } from "./witness.js";

const WITNESSES = [typescript, go, python];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: "boolean", default: false }, tests: { type: "string" } },
});

/** Copies what git knows of a repository, and the modules that are installed in it. */
async function copyOf(root: string, folder: string): Promise<string[]> {
  const isFile = (path: string) => lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true;
  const listed = execFileSync("git", ["-C", root, "ls-files"], OUTPUT).split("\n").filter(Boolean).filter(isFile);
  await copyFiles(root, listed, folder);
  for (const own of new Set(listed.filter((path) => basename(path) === "package.json").map(dirname))) {
    const modules = join(root, own, "node_modules");
    if (!existsSync(modules)) continue;
    mkdirSync(join(folder, own), { recursive: true });
    // As hard links: packages of a workspace lead to each other in the copy.
    execFileSync("cp", ["-al", modules, join(folder, own, "node_modules")]);
  }
  execFileSync("git", ["init", "-q"], { cwd: folder });
  return listed;
}

async function measure(given: string): Promise<Record<string, string>> {
  const root = realpathSync(given);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "codeindex-dead-")));
  try {
    const listed = await copyOf(root, folder);
    const most = (witness: Witness) => listed.filter(witness.isCode).length;
    const witness = WITNESSES.reduce((best, each) => (most(each) > most(best) ? each : best));
    const told = await claimsAbout(folder);
    const claims = told.filter((claim) => claim.class !== "unsure" && witness.isCode(claim.file_path));
    const nobody = claims.filter((claim) => claim.class === "nobody");
    const found = byTool(folder, witness, told);
    witness.prepare(folder, listed.filter(witness.isCode));
    const deleting = createDeleting(folder, witness);
    const { refuted, notCut } = deleting.byCompiler(nobody);
    const wrong = new Set([...refuted.map(({ claim }) => claim), ...notCut]);
    const left = nobody.filter((claim) => !wrong.has(claim));
    const failing = values.tests === undefined ? null : deleting.byTests(left, values.tests);
    tell(nobody, [...refuted, ...(failing ?? [])], notCut);
    const judged = nobody.length - notCut.length;
    return {
      repository: basename(root),
      language: witness.language,
      files: String(most(witness)),
      nobody: String(nobody.length),
      "not cut": String(notCut.length),
      "refuted by the compiler": String(refuted.length),
      "by tests": failing === null ? "-" : String(failing.length),
      precision: judged === 0 ? "-" : (1 - (refuted.length + (failing?.length ?? 0)) / judged).toFixed(3),
      "only tests use": String(claims.length - nobody.length),
      tool: witness.tool,
      ...found,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How much of what the language's own tool names is ours: called dead, and called dead or unsure. */
function byTool(folder: string, witness: Witness, told: readonly Claim[]): Record<string, string> {
  const named = witness.byTool(folder);
  const reasons = new Map(told.map((claim) => [`${claim.file_path} ${nameOf(claim)}`, claim]));
  const dead = [...named].filter((each) => ["nobody", "tests"].includes(reasons.get(each)?.class ?? ""));
  const unsure = [...named].filter((each) => reasons.get(each)?.class === "unsure");
  if (values.list)
    for (const each of named)
      if (!dead.includes(each))
        console.log(`  ${witness.tool} alone: ${each}: ${reasons.get(each)?.reason ?? "used, or not judged"}`);
  const share = (part: number) => (named.size === 0 ? "-" : (part / named.size).toFixed(2));
  return {
    "it names": String(named.size),
    "of these ours": share(dead.length),
    "or unsure": share(dead.length + unsure.length),
  };
}

function tell(nobody: readonly Claim[], refuted: readonly Refuted[], notCut: readonly Claim[]): void {
  const place = ({ file_path, line_start, node_type, qualified_name }: Claim) =>
    `${file_path}:${line_start} ${node_type} ${qualified_name}`;
  for (const { claim, by } of refuted) console.error(`  refuted: ${place(claim)}: ${by}`);
  for (const claim of notCut) console.error(`  not cut: ${place(claim)}`);
  if (values.list) for (const claim of nobody) console.log(place(claim));
}

const rows: Record<string, string>[] = [];
for (const folder of positionals) {
  console.error(folder);
  rows.push(await measure(folder));
}
const heads = Object.keys(rows[0] ?? {});
console.log(
  table(
    heads,
    rows.map((row) => heads.map((head) => row[head] ?? "")),
    new Set(heads.map((_, index) => index).slice(1)),
  ),
);
