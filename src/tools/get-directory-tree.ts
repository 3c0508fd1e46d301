import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { visible } from "../base/visible.js";
import { nameOf } from "../model/paths.js";
import type { FolderEntry } from "../repository/sandbox.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";
import { openFiles, type ProjectFiles } from "./shared/project-files.js";

/** Of one directory. */
const MOST_ENTRIES = 1000;
/** Of the whole tree. */
const MOST_NODES = 10_000;

interface TreeNode {
  name: string;
  type: "file" | "directory";
  children?: TreeNode[] | undefined;
  truncated?: boolean | undefined;
}

const node: z.ZodType<TreeNode> = z.object({
  name: z.string(),
  type: z.enum(["file", "directory"]),
  get children() {
    return z.array(node).optional().describe("Directories within the depth.");
  },
  truncated: z.boolean().optional().describe("true: the directory holds more entries than are listed."),
});

export default defineTool({
  name: "get_directory_tree",
  title: "Directory tree",
  toolset: "files",
  description:
    "Shows the directory tree, which folders and files are below a path: use it first in an unknown repository, with a small depth.",
  readOnly: true,
  idempotent: true,
  worksUnindexed: true,
  command: { name: "tree", positional: ["path"] },
  input: {
    path: params.directory,
    depth: z.int().min(1).max(10).default(3).describe("Levels to show."),
  },
  output: {
    path: z.string().describe("The directory; empty for the root."),
    tree: node,
    entries: z.int(),
    as_indexed: params.asIndexed,
  },
  brief: ({ path, tree }) => ({ tree: { [`${path || "."}/`]: briefTree(tree) } }),
  async run(input, context) {
    const files = await openFiles(context);
    // The folder that is asked for must be there; those below it are shown empty where they are not.
    const folder = await files.list(input.path, false);
    const counter = { left: MOST_NODES };
    const tree: TreeNode = { name: nameOf(folder.path) || ".", type: "directory" };
    // The walk goes level by level, so the limit leaves out the deepest entries.
    let level = [{ entry: { name: tree.name, path: folder.path, type: "directory" } as FolderEntry, node: tree }];
    for (let depth = 0; depth < input.depth; depth++) {
      const below: typeof level = [];
      for (const { entry, node: parent } of level) {
        below.push(...(await fill(files, entry, parent, counter)));
        await setImmediate();
        context.signal.throwIfAborted();
      }
      level = below;
    }
    const isCut = counter.left === 0;
    return {
      path: folder.path,
      tree,
      entries: MOST_NODES - counter.left,
      ...(isCut && { truncated: true }),
      ...(files.isStored && { as_indexed: true }),
    };
  },
  render({ path, tree, entries, as_indexed }) {
    const where = as_indexed ? " in the index" : "";
    return [`${path === "" ? "The root" : path}: ${entries} entries${where}`, ...treeLines(tree, "")].join("\n");
  },
  shrink: [
    (output) => ({ ...output, tree: withoutDeepest(output.tree) }),
    (output) => ({ ...output, tree: pruned(output.tree, 1) }),
  ],
});

/** Lists a directory into its node; gives the directories found, to go on with. */
async function fill(
  files: ProjectFiles,
  folder: FolderEntry,
  parent: TreeNode,
  counter: { left: number },
): Promise<{ entry: FolderEntry; node: TreeNode }[]> {
  const found = await entriesOf(files, folder);
  const shown = found.slice(0, Math.min(MOST_ENTRIES, counter.left));
  counter.left -= shown.length;
  if (shown.length < found.length) parent.truncated = true;
  const pairs = shown.map((entry) => ({ entry, node: { name: entry.name, type: entry.type } as TreeNode }));
  parent.children = pairs.map((pair) => pair.node);
  return pairs.filter(({ entry }) => entry.type === "directory");
}

/** A directory that vanished or may not be read is shown empty; the one that was asked for was checked before. */
async function entriesOf(files: ProjectFiles, folder: FolderEntry): Promise<FolderEntry[]> {
  try {
    return (await files.list(visible(folder.path), false)).entries;
  } catch (error) {
    if (error instanceof CodeindexError) return [];
    throw error;
  }
}

/** The names of a directory, each directory in it as an object with the list of its own. */
function briefTree({ children = [], truncated }: TreeNode): unknown[] {
  const entries = children.map((child) =>
    child.type === "directory" ? { [`${child.name}/`]: briefTree(child) } : child.name,
  );
  return truncated ? [...entries, "…"] : entries;
}

function treeLines(parent: TreeNode, indent: string): string[] {
  const lines: string[] = [];
  for (const child of parent.children ?? []) {
    lines.push(`${indent}${child.name}${child.type === "directory" ? "/" : ""}`);
    lines.push(...treeLines(child, `${indent}  `));
  }
  if (parent.truncated) lines.push(`${indent}… more`);
  return lines;
}

function depthOf(tree: TreeNode): number {
  return 1 + Math.max(0, ...(tree.children ?? []).map(depthOf));
}

function withoutDeepest(tree: TreeNode): TreeNode {
  return pruned(tree, Math.max(1, depthOf(tree) - 2));
}

/** The tree down to a depth. */
function pruned(tree: TreeNode, depth: number): TreeNode {
  if (!tree.children) return tree;
  if (depth === 0) return { name: tree.name, type: tree.type, ...(tree.children.length > 0 && { truncated: true }) };
  return { ...tree, children: tree.children.map((child) => pruned(child, depth - 1)) };
}
