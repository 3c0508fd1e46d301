/**
 * The folder that holds clones, and its id. The id lies in the folder: processes that share the folder have one id, wherever it is mounted, and other folders
 * have others. So a clone at a path can be told from another one at the same path.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { systemCode } from "../../base/system-code.js";
import { isFolder } from "../folder-identity.js";

const ID_FILE = ".codeindex-clones";
const ID = /^[0-9a-f-]{36}$/;

/** The id of a folder of clones; null where the folder, or its id, is not there. */
export async function readCloneFolder(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, ID_FILE), "utf8").catch(() => "");
  return ID.test(text) ? text : null;
}

/** The id of a folder of clones, which is made where it is missing. Throws the system's error where it cannot be made. */
export async function openCloneFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const known = await readCloneFolder(folder);
  if (known !== null) return known;
  const id = randomUUID();
  try {
    await writeFile(join(folder, ID_FILE), id, { flag: "wx" });
    return id;
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    const others = await readCloneFolder(folder);
    if (others === null) throw error;
    return others;
  }
}

/** Where the source of a project lies. */
export interface SourceFolder {
  root: string;
  url: string | null;
  cloneFolder: string | null;
}

/** Whether this process sees the folder of a project: of a clone the one that counts, not another that lies at the same path here. */
export async function seesSource({ root, url, cloneFolder }: SourceFolder): Promise<boolean> {
  if (url !== null && cloneFolder !== null && (await readCloneFolder(dirname(root))) !== cloneFolder) return false;
  return isFolder(root);
}
