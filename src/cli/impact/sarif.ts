/** The impact of a diff as SARIF 2.1.0, which code hosts show beside the lines. Pure. */
import { VERSION } from "../../base/version.js";
import type { Impact } from "../../format/impact.js";

const RULES = {
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
} as const;

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
            rules: Object.values(RULES).map(({ id, level, text }) => ({
              id,
              shortDescription: { text },
              defaultConfiguration: { level },
            })),
          },
        },
        results: results.flatMap(({ file_path, sureness, places }) =>
          places.map(({ line, why }) => ({
            ruleId: RULES[sureness].id,
            level: RULES[sureness].level,
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
          })),
        ),
      },
    ],
  };
}
