import { CodeindexError } from "../../base/errors.js";
import { maskSecrets } from "../../masking/secrets.js";
import { projectRules } from "../../projects/project-rules.js";
import { decodeText } from "../../repository/decode.js";
import { seesSource } from "../../repository/git/clone-folder.js";
import { mediaType, textTypeOf } from "../../repository/media.js";
import { readBytes } from "../../repository/sandbox.js";
import { storedFiles } from "../../tools/shared/project-files.js";
import { suggestPaths } from "./completions.js";
import { defineResource } from "./resource.js";

const MOST_BYTES = 5 * 2 ** 20;

export default defineResource({
  name: "file",
  title: "A file",
  description:
    "A file of the repository as it is on disk now, whole, up to 5 MB: text, or the bytes of a file that is not text. Files that the index leaves out for privacy cannot be read.",
  path: "file/{+path}",
  annotations: { audience: ["user", "assistant"], priority: 0.7 },
  changesWith: "file",
  async read({ path = "" }, { host, project }) {
    if (!(await seesSource(project))) {
      const { lines, path: found } = await storedFiles({ db: host.db, view: await host.viewOf(project) }).lines(path);
      return { mimeType: textTypeOf(found), text: maskSecrets(lines.join("\n")) };
    }
    const { file, bytes } = await read(project.root, projectRules(project, host.config), path);
    const decoded = decodeText(bytes);
    if ("reason" in decoded)
      return { mimeType: mediaType(file.path, bytes) ?? decoded.detail, blob: bytes.toString("base64") };
    return { mimeType: textTypeOf(file.path), text: maskSecrets(decoded.text) };
  },
  complete: { path: suggestPaths },
});

async function read(...[root, rules, path]: [string, Parameters<typeof readBytes>[1], string]) {
  try {
    return await readBytes(root, rules, path, MOST_BYTES);
  } catch (error) {
    if (!(error instanceof CodeindexError) || error.code !== "too_large") throw error;
    throw new CodeindexError(error.code, error.message, error.context, ["read_file reads it from line to line."]);
  }
}
