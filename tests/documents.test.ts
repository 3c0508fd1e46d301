/** The pages of the documentation: links lead to pages and headings that are there, and so do the names of files in the text. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

const PROJECT = join(import.meta.dirname, "..");
const docs = readdirSync(join(PROJECT, "docs"), { recursive: true, encoding: "utf8" }).map((path) =>
  join("docs", path),
);
const pages = ["CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md", ...docs].filter((path) =>
  path.endsWith(".md"),
);

describe.each(pages)("%s", (page) => {
  const text = withoutCode(readFileSync(join(PROJECT, page), "utf8"));

  test("links to pages and headings that are there", () => {
    const links = [...text.replace(/`[^`\n]*`/g, "").matchAll(/\]\(([^()\s]+)\)|href="([^"]+)"/g)].map(
      ([, one, other]) => one ?? other ?? "",
    );
    expect(links.filter((link) => !/^[a-z]+:/.test(link) && !isThere(page, link))).toEqual([]);
  });

  test("names files of the sources that are there", () => {
    const named = [...text.matchAll(/`((?:src\/)?(?:[\w-]+\/)+[\w-]+\.ts)`/g)].map(([, path]) => path!);
    const folders = new Set(readdirSync(join(PROJECT, "src")));
    const own = named.filter((path) => path.startsWith("src/") || folders.has(path.split("/")[0]!));
    const missing = own.filter((path) => !existsSync(join(PROJECT, path)) && !existsSync(join(PROJECT, "src", path)));
    expect(missing).toEqual([]);
  });
});

/** Whether a link of a page leads to a file, and to a heading of it where it names one. */
function isThere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  if (!existsSync(join(PROJECT, target))) return false;
  return anchor === undefined || anchorsOf(readFileSync(join(PROJECT, target), "utf8")).has(anchor);
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): Set<string> {
  const headings = [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!);
  const plain = headings.map((heading) => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase());
  return new Set(plain.map((heading) => heading.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/ /g, "-")));
}

/** A page without its blocks of code. */
function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, "");
}
