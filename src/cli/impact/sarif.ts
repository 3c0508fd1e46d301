/** The impact of a diff as SARIF 2.1.0, which code hosts show beside the lines. Pure. */
import { VERSION } from "../../base/version.js";
import { type Failure, failureOf } from "../../format/failures.js";
import type { Impact } from "../../format/impact.js";

type Sureness = Impact["results"][number]["sureness"];

const RULES: Record<Failure, Record<Sureness, { id: string; level: "error" | "warning"; text: string }>> = {
  compile: {
    certain: {
      id: "will-not-compile",
      level: "error",
      text: "The place refers to what the diff removed or changed, and will not compile.",
    },
    likely: {
      id: "may-not-compile",
      level: "warning",
      text: "The place may not compile after the diff: that depends on types.",
    },
  },
  run: {
    certain: {
      id: "will-fail",
      level: "error",
      text: "The place refers to what the diff removed or changed, and will fail when it runs.",
    },
    likely: {
      id: "may-fail",
      level: "warning",
      text: "The place may fail after the diff, when it runs with some values.",
    },
  },
};

const ALL_RULES = Object.values(RULES).flatMap((rules) => Object.values(rules));

/** A log of one run: a result for each broken place. */
export function impactSarif({ results }: Impact) {
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "codeindex",
            version: VERSION,
            rules: ALL_RULES.map(({ id, level, text }) => ({
              id,
              shortDescription: { text },
              defaultConfiguration: { level },
            })),
          },
        },
        results: results.flatMap(({ file_path, sureness, places }) => {
          const { id: ruleId, level } = RULES[failureOf(file_path)][sureness];
          return places.map(({ line, why }) => ({
            ruleId,
            level,
            message: { text: why },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: {
                    uri: file_path.split("/").map(encodeURIComponent).join("/"),
                    uriBaseId: "%SRCROOT%",
                  },
                  region: { startLine: line },
                },
              },
            ],
          }));
        }),
      },
    ],
  };
}
