/** The chooser of the branch, tag or commit that a file is shown at. */
import type { RefsAnswer } from "../../src/http/routes/history.js";
import { ask, ofProject } from "../api.js";
import { codeLink } from "../kit/code-links.js";
import { go } from "../kit/router.js";
import { useAnswer } from "../kit/use-answer.js";

type Ref = RefsAnswer["results"][number];

const GROUPS: Record<Ref["kind"], string> = { branch: "Branches", tag: "Tags", remote: "Of other repositories" };
const MOST = 500;

/** Nothing is shown where the project's repository tells no refs, unless the file is shown at one. */
export function RefChooser({ project, path, chosen }: { project: string; path: string; chosen: string | null }) {
  const { answer } = useAnswer(
    (signal) => ask<RefsAnswer>("GET", ofProject(project, "refs", { limit: MOST }), { signal }),
    [project],
  );
  const refs = answer?.results ?? [];
  if (refs.length === 0 && chosen === null) return null;
  const isListed = chosen === null || refs.some(({ name }) => name === chosen);
  return (
    <select
      class="code-ref"
      aria-label="Branch, tag or commit"
      value={chosen ?? ""}
      onChange={({ currentTarget: { value } }) => go(codeLink({ project, path, ref: value }))}
    >
      <option value="">As it is now</option>
      {!isListed && <option value={chosen}>{chosen}</option>}
      {(Object.keys(GROUPS) as Ref["kind"][]).map((kind) => {
        const group = refs.filter((ref) => ref.kind === kind);
        return (
          group.length > 0 && (
            <optgroup key={kind} label={GROUPS[kind]}>
              {group.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </optgroup>
          )
        );
      })}
    </select>
  );
}
