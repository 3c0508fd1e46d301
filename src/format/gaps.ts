/** Gaps of the index as answers of the graph tell them: the field, and its words. */
import { z } from "zod";
import type { Gaps } from "../graph/ways/gaps.js";
import { countOf, countsText } from "./counts.js";

const MOST_PATHS = 5;

/** Left out of an answer where there is nothing to say. */
export const notIndexedShape = z
  .object({
    files: z.int(),
    by_reason: z
      .record(z.string(), z.int())
      .describe(
        "Why: excluded, ignored, too_large, generated, minified (its insides), partial (in lines that did not parse) and the like.",
      ),
    paths: z.array(z.string()),
    not_looked_into: z.int().optional(),
    capped: z.boolean().optional(),
    absent: z
      .object({
        references: z.int(),
        locations: z.array(z.object({ file_path: z.string(), line: z.int(), module: z.string() })),
      })
      .optional()
      .describe("References that imports lead to a file or package of the project which is not in the index."),
  })
  .describe("Code that has the name and is not in the index, or not whole: no results are in it.");
export type NotIndexedFields = z.infer<typeof notIndexedShape>;

/** Gaps as the field of an answer; nothing where there are none. */
export function notIndexedFields({ files, unread, isCapped, absent }: Gaps): { not_indexed?: NotIndexedFields } {
  if (files.length === 0 && unread === 0 && absent.count === 0) return {};
  const by_reason: Record<string, number> = {};
  for (const { reason } of files) by_reason[reason] = (by_reason[reason] ?? 0) + 1;
  return {
    not_indexed: {
      files: files.length,
      by_reason,
      paths: files.slice(0, MOST_PATHS).map(({ path }) => path),
      ...(unread > 0 ? { not_looked_into: unread } : {}),
      ...(isCapped ? { capped: true } : {}),
      ...(absent.count > 0 ? { absent: absentFields(absent) } : {}),
    },
  };
}

function absentFields({ count, places }: Gaps["absent"]) {
  return {
    references: count,
    locations: places.map(({ path, line, module }) => ({ file_path: path, line, module })),
  };
}

/** The same with counts alone. */
export function notIndexedInShort({ absent, ...found }: NotIndexedFields): NotIndexedFields {
  return { ...found, paths: [], ...(absent ? { absent: { ...absent, locations: [] } } : {}) };
}

/** The same in words, such as `Not in the index, and has the name: 2 files (too_large 1, partial 1): src/big.ts, src/odd.ts`. */
export function notIndexedLines(
  found: NotIndexedFields | undefined,
  { what = "has the name" }: { what?: string } = {},
): string[] {
  if (found === undefined) return [];
  const { files, by_reason, paths, not_looked_into: unread = 0, capped = false, absent } = found;
  const lines: string[] = [];
  if (files > 0) {
    const more = files > paths.length || capped ? ", …" : "";
    const listed = paths.length > 0 ? `: ${paths.join(", ")}${more}` : "";
    lines.push(
      `Not in the index, or not whole, and ${what}: ${countOf(files, "file", { more: capped })} (${countsText(by_reason)})${listed}`,
    );
  }
  if (unread > 0) lines.push(`Not looked into: ${countOf(unread, "file")} of code that the index leaves out.`);
  if (absent) {
    const places = absent.locations.map(({ file_path, line, module }) => `${file_path}:${line} (${module})`);
    const more = absent.references > places.length ? ", …" : "";
    const listed = places.length > 0 ? `: ${places.join(", ")}${more}` : "";
    const ending = absent.references === 1 ? "es" : "";
    lines.push(
      `${countOf(absent.references, "reference")} go${ending} to a file or package of the project that is not in the index${listed}`,
    );
  }
  return ["", ...lines];
}
