/**
 * `npm run audit`: known vulnerabilities of what is shipped. Fails where one of high or critical severity is not explained below. A registry that
 * does not answer such questions is said, and no failure: mirrors seldom do.
 */
import { spawnSync } from "node:child_process";

/** Package names and advisories (GHSA-…) that do not reach codeindex, each with why. */
const EXPLAINED = {};

const SEVERE = new Set(["high", "critical"]);

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], { encoding: "utf8", maxBuffer: 2 ** 26 });
let report;
try {
  report = JSON.parse(stdout);
} catch {
  report = { error: { summary: "npm audit gave no JSON" } };
}
if (!report.vulnerabilities) {
  console.log(`SKIPPED: the registry does not say: ${report.error?.summary || report.message || "no answer"}`);
} else {
  const found = Object.values(report.vulnerabilities).flatMap(({ name, via }) =>
    via
      .filter((each) => typeof each === "object" && SEVERE.has(each.severity))
      .map(({ url, title, severity }) => ({ name, id: url.split("/").at(-1), title, severity })),
  );
  const open = found.filter(({ id }) => !EXPLAINED[id]);
  for (const { name, id, title, severity } of found)
    console.log(`${severity}  ${name}  ${id}  ${title}${EXPLAINED[id] ? `  (explained: ${EXPLAINED[id]})` : ""}`);
  console.log(`${found.length} severe, ${open.length} of them open`);
  process.exitCode = open.length > 0 ? 1 : 0;
}
