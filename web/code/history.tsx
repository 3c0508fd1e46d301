/** The commits of a file: those that changed it, in the panel, and the one that each line is from, before its number. */
import { useMemo } from "preact/hooks";
import type { ChangeAnswer } from "../../src/http/routes/history.js";
import { ask, ofProject } from "../api.js";
import { codeLink, SHORT_COMMIT } from "../kit/code-links.js";
import { useAnswer } from "../kit/use-answer.js";
import { lowerFirst } from "../kit/words.js";
import { Loading } from "../parts/states.js";
import { Time } from "../parts/time.js";

const SHORT_HASH = 8;
const SHOWN = 100;

interface HistoryProps {
  project: string;
  path: string;
  /** Only of these lines. */
  lines?: { first: number; last: number };
}

export function History({ project, path, lines }: HistoryProps) {
  const range = lines && { line_start: lines.first, line_end: lines.last };
  const { answer, error } = useAnswer(
    (signal) =>
      ask<{ results: ChangeAnswer[]; has_more: boolean; note: string | null }>(
        "GET",
        ofProject(project, "history", { path, limit: SHOWN, ...range }),
        { signal },
      ),
    [project, path, lines?.first, lines?.last],
  );
  if (error) return <p class="problem">{error.message}</p>;
  if (!answer) return <Loading lines={8} />;
  if (answer.results.length === 0) return <p class="dim">There is no history: {lowerFirst(answer.note ?? "")}</p>;
  return (
    <>
      <ol class="code-history">
        {answer.results.map(({ commit, author, at, subject, path }) => (
          <li key={commit}>
            <p>
              <a href={codeLink({ project, path, ref: commit.slice(0, SHORT_COMMIT) })}>{subject || "(no words)"}</a>
            </p>
            <p class="dim">
              {author}, <Time at={at} /> <code title={commit}>{commit.slice(0, SHORT_HASH)}</code>
            </p>
          </li>
        ))}
      </ol>
      {answer.has_more && <p class="dim">Older commits are not shown.</p>}
      {answer.note !== null && <p class="dim">{answer.note}</p>}
    </>
  );
}

/** Lines of one commit from a name of it to the next: fewer than a screen shows. */
const NAMED_EVERY = 20;

/** The commit of a line. */
export interface LineCommit extends ChangeAnswer {
  /** Whether it stands beside the line: the first of its lines, and one a screen of those that follow. */
  isNamed: boolean;
}

export interface Blame {
  lines: ReadonlyMap<number, LineCommit>;
  /** Why there is none; null: there is. */
  note: string | null;
}

/** The commits of a file's lines; undefined until they are there, or are not wanted. */
export function useBlame(project: string, path: string, generation: number, isWanted: boolean): Blame | undefined {
  const { answer, error } = useAnswer(
    isWanted
      ? (signal) =>
          ask<{
            results: { line_start: number; line_end: number; commit: string }[];
            commits: ChangeAnswer[];
            note: string | null;
          }>("GET", ofProject(project, "blame", { path }), { signal })
      : null,
    [project, path, generation],
  );
  return useMemo(() => {
    if (error) return { lines: new Map(), note: error.message };
    if (!answer) return undefined;
    const commits = new Map(answer.commits.map((commit) => [commit.commit, commit]));
    const lines = new Map<number, LineCommit>();
    for (const { line_start, line_end, commit } of answer.results) {
      const known = commits.get(commit);
      for (let line = line_start; known && line <= line_end; line++)
        lines.set(line, { ...known, isNamed: (line - line_start) % NAMED_EVERY === 0 });
    }
    return { lines, note: answer.note };
  }, [answer, error]);
}

/** The cell of a line: some of a commit say which, and lead to the file as that commit left it. */
export function BlameCell({ project, commit }: { project: string; commit: LineCommit | undefined }) {
  if (commit === undefined) return <span class="code-blame">not committed</span>;
  const { path, author, at, subject, isNamed } = commit;
  const day = at.slice(0, 10);
  return (
    <span class="code-blame" title={`${subject}\n${author}, ${day}, ${commit.commit}`}>
      {isNamed && (
        <a href={codeLink({ project, path, ref: commit.commit.slice(0, SHORT_COMMIT) })}>
          {day} {author}
        </a>
      )}
    </span>
  );
}
