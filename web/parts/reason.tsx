/** The rule by which a path is left out, with what its reason means. */
import { codeLink } from "../kit/code-links.js";

interface ReasonProps {
  /** The words before it: `Reason`. */
  words: string;
  project: string;
  path: string;
  reason: string | null;
  rule: string | null;
  /** The path that the rule is about. */
  decided_at: string | null;
}

/** Reasons in words, and what takes the path in all the same. */
const MEANINGS: Record<string, string> = {
  ignored: "An ignore file names it. A line !PATH in a .codeindexignore takes it in.",
  excluded: "The configuration, or a default about libraries, caches and build output, leaves it out.",
  language: "The settings of the project take in other languages only.",
  secret: "By its name it may hold secrets. A line !PATH in a .codeindexignore takes it in, with secrets masked.",
  binary: "It is no text.",
  generated: "A program wrote it: what it was made from says the same.",
  minified: "It was written for machines: nobody reads or changes it.",
  lock_file:
    "A package manager wrote it: versions and hashes, and no code. A line !PATH in a .codeindexignore takes it in.",
  data: "It is large, and data for programs: its beginning is searched as others are, and text search reads all of it.",
  too_large: "It is larger than the limit of CODEINDEX_MAX_FILE_SIZE.",
  too_many: "The project has more files than its limit.",
  symlink: "A link is not followed: what it leads to is indexed where it stands.",
  special: "It is no file that holds text.",
};

export function Reason({ words, project, path, reason, rule, decided_at: by }: ReasonProps) {
  return (
    <>
      <p>
        {words}: {reason?.replaceAll("_", " ")}
        {rule !== null && (
          <>
            {" "}
            by <Rule rule={rule} project={project} />
          </>
        )}
        {by !== null && by !== path && (
          <>
            , which leaves out <code>{by}</code> and all below it
          </>
        )}
        .
      </p>
      {reason !== null && MEANINGS[reason] && <p class="dim">{MEANINGS[reason].replace("PATH", by ?? path)}</p>}
    </>
  );
}

/** A rule; that of an ignore file, `dist/ (.gitignore:3)`, leads to its line. */
function Rule({ rule, project }: { rule: string; project: string }) {
  const [, file, line] = /\(([^()\s]+):(\d+)\)$/.exec(rule) ?? [];
  if (file === undefined) return <code>{rule}</code>;
  return (
    <a href={codeLink({ project, path: file, first: Number(line) })}>
      <code>{rule}</code>
    </a>
  );
}
