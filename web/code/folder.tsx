/** A folder of a project, and a path that cannot be shown, with the reason. */
import type { RuleAnswer } from "../../src/http/routes/rule.js";
import type { Answer, ApiError } from "../api.js";
import { codeLink } from "../kit/code-links.js";
import { to } from "../kit/router.js";
import { bytes } from "../kit/words.js";
import { Reason } from "../parts/reason.js";
import { ErrorState, Message } from "../parts/states.js";

interface FolderProps {
  folder: Answer<"list_directory">;
  project: string;
  /** Why entries of it are not in the index, by name. */
  leftOut: ReadonlyMap<string, string>;
}

export function Folder({ folder, project, leftOut }: FolderProps) {
  const { path, results, total } = folder;
  const sorted = [...results].sort((a, b) => (a.type === b.type ? 0 : a.type === "directory" ? -1 : 1));
  return (
    <section class="code-folder" aria-label="Contents">
      <ul>
        {sorted.map(({ name, type, size }) => (
          <li key={name}>
            <a data-result href={codeLink({ project, path: pathOf(path, name, type) })}>
              <span aria-hidden="true" class={`code-entry code-entry-${type}`} />
              {name}
              {type === "directory" && "/"}
            </a>
            <span class="dim">
              {leftOut.has(name) && (
                <>
                  <a
                    class="dim"
                    href={to(`ui/index/${encodeURIComponent(project)}`, { path: pathOf(path, name, "file") })}
                    title={`Why ${name} is not in the index`}
                  >
                    not indexed: {leftOut.get(name)}
                  </a>
                  {size !== undefined && " · "}
                </>
              )}
              {size !== undefined && bytes(size)}
            </span>
          </li>
        ))}
      </ul>
      {results.length === 0 && <p class="dim">There is nothing in it that is not left out of the index.</p>}
      {total > results.length && <p class="dim">{total - results.length} more are not shown.</p>}
    </section>
  );
}

const pathOf = (folder: string, name: string, type: string): string =>
  `${folder === "" ? "" : `${folder}/`}${name}${type === "directory" ? "/" : ""}`;

const LEFT_OUT = "This path is left out";
const TITLES: Partial<Record<ApiError["code"], string>> = {
  binary_file: "This file is not text",
  too_large: "This file is too large to show",
  path_escape: "This path is refused",
  forbidden: LEFT_OUT,
};

export function Absent({
  error,
  reason,
  rule,
  path,
  project,
  isPast,
}: {
  error: ApiError;
  reason: Answer<"explain_path"> | null;
  rule: RuleAnswer | null;
  path: string;
  project: string;
  /** Whether it was to be shown at a branch, tag or commit. */
  isPast: boolean;
}) {
  if (isPast)
    return (
      <Message
        title={
          error.code === "not_found" ? "This file was not there" : (TITLES[error.code] ?? "There is no such state")
        }
      >
        <p>{error.message}</p>
        <p>
          <a href={codeLink({ project, path })}>See it as it is now</a>
        </p>
      </Message>
    );
  const title = TITLES[error.code];
  if (!title && (!reason || error.code !== "not_found")) return <ErrorState error={error} />;
  const isLeftOut = reason?.status === "skipped" || reason?.status === "failed";
  // The index may be older than the rule.
  const isRefused = error.code === "forbidden" && !isLeftOut && rule !== null;
  const wouldBe = reason?.status === "unknown" && rule?.reason && !rule.exists ? rule : null;
  return (
    <Message title={title ?? (reason?.exists ? LEFT_OUT : "There is nothing here")}>
      {!(error.code === "forbidden" && isLeftOut) && <p>{error.message}</p>}
      {isLeftOut && <Reason words="The index left it out" project={project} {...reason} path={path} />}
      {isRefused && <Reason words="The rules leave it out" project={project} path={path} {...rule} />}
      {wouldBe && <Reason words="The rules would leave it out" project={project} path={path} {...wouldBe} />}
      {reason && !reason.exists && reason.status !== "unknown" && <p>It was in the index, and is gone since.</p>}
      {path.includes("/") && (
        <p>
          <a href={codeLink({ project, path: path.slice(0, path.lastIndexOf("/") + 1) })}>See its folder</a>
        </p>
      )}
    </Message>
  );
}
