/** The words above a file: which state of it is shown, and what of it is not. */
import type { WholeFile } from "../api.js";
import { codeLink, SHORT_COMMIT, stateOf } from "../kit/code-links.js";
import { query } from "../kit/router.js";
import { lowerFirst } from "../kit/words.js";

export interface FileNotesProps {
  project: string;
  file: WholeFile;
  /** The branch, tag or commit that it is shown at; null: it is as on disk now. */
  chosen: string | null;
  blameNote: string | null;
}

export function FileNotes({ project, file, chosen, blameNote }: FileNotesProps) {
  const { file_path: path, commit } = file;
  const words = [
    file.is_masked && "Secrets in this file are masked.",
    file.as_indexed && "This is the file as it was indexed: the service does not see the folder.",
    file.cut_lines.length > 0 && `Line ${file.cut_lines[0]} is too long to show whole.`,
    file.content === "" && "This file is empty.",
    blameNote !== null && `There is no blame: ${lowerFirst(blameNote)}`,
  ].filter((note) => note !== false);
  const now = stateOf(file);
  const { at = "" } = query.value;
  const isOfCommit = /^[0-9a-f]{7,}$/.test(at);
  const isOlder = chosen === null && at !== "" && at !== now && !(isOfCommit && commit?.startsWith(at));
  if (isOlder) words.push(`This link is of ${at}, and the project is at ${now} now: lines may have moved.`);
  else if (file.is_changed) words.push(`This file is not as commit ${commit?.slice(0, SHORT_COMMIT)} has it.`);
  if (chosen !== null)
    words.push(
      `This is the file at ${chosen}${commit?.startsWith(chosen) ? "" : ` (${commit?.slice(0, SHORT_COMMIT)})`}. The index knows the project as it is now, so names lead nowhere here.`,
    );
  if (words.length === 0) return null;
  return (
    <p class="note" role="status">
      {words.join(" ")}
      {chosen === null && isOfCommit && (isOlder || file.is_changed) && (
        <>
          {" "}
          <a href={codeLink({ project, path, ref: at })}>See it as it was in the commit</a>
        </>
      )}
      {chosen !== null && (
        <>
          {" "}
          <a href={codeLink({ project, path })}>See it as it is now</a>
        </>
      )}
    </p>
  );
}
