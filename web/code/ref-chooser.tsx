/** The chooser of the branch, tag or commit that a file is shown at. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefsAnswer } from "../../src/http/routes/history.js";
import { ask, ofProject } from "../api.js";
import { codeLink } from "../kit/code-links.js";
import { useAnswer } from "../kit/use-answer.js";

type Ref = RefsAnswer["results"][number];

const GROUPS: Record<Ref["kind"], string> = { branch: "Branches", tag: "Tags", remote: "Of other repositories" };
const KINDS = Object.keys(GROUPS) as Ref["kind"][];
/** Refs that are asked for, the newest, and of these the ones that are listed. */
const MOST = 1000;
const MOST_LISTED = 40;

interface RefChooserProps {
  project: string;
  path: string;
  chosen: string | null;
}

/** Nothing is shown where the project's repository tells no refs, unless the file is shown at one. */
export function RefChooser({ project, path, chosen }: RefChooserProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { answer } = useAnswer(
    (signal) => ask<RefsAnswer>("GET", ofProject(project, "refs", { limit: MOST }), { signal }),
    [project],
  );
  const refs = answer?.results ?? [];
  if (refs.length === 0 && chosen === null) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it closes when the focus leaves it, and at Esc.
    <div
      class="code-ref"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
      }}
      onKeyDown={(event) => {
        // From a ref in the list Esc leads to the field.
        if (event.key !== "Escape" || (event.target instanceof Element && event.target.matches("[data-result]")))
          return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-label={`Branch, tag or commit: ${chosen ?? "as it is now"}`}
        onClick={() => setOpen(!isOpen)}
      >
        <span class="one-line">{chosen ?? "As it is now"}</span> <span aria-hidden="true">▾</span>
      </button>
      {isOpen && <Choices {...{ project, path, chosen, refs }} hasMore={answer?.has_more ?? false} />}
    </div>
  );
}

/** The refs with a text in their names: the one of that name, those that begin with it, then the others, each in their order. */
function refsNamed(refs: readonly Ref[], wanted: string): Ref[] {
  const text = wanted.toLowerCase();
  const rank = ({ name }: Ref) => (name === wanted ? 0 : name.toLowerCase().startsWith(text) ? 1 : 2);
  return refs.filter(({ name }) => name.toLowerCase().includes(text)).sort((a, b) => rank(a) - rank(b));
}

/** A field, and the refs whose names have the text in it. Enter leads to the first. */
function Choices({
  project,
  path,
  chosen,
  refs,
  hasMore,
}: RefChooserProps & { refs: readonly Ref[]; hasMore: boolean }) {
  const [text, setText] = useState("");
  const holder = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const wanted = text.trim();
  const fitting = refsNamed(refs, wanted);
  const listed = fitting.slice(0, MOST_LISTED);
  // The group of the best one comes first, so that Enter leads there.
  const kinds = wanted === "" ? KINDS : [...new Set(listed.map(({ kind }) => kind))];
  const linkTo = (ref: string | null) => codeLink({ project, path, ref });
  return (
    <form
      ref={holder}
      class="code-refs"
      onSubmit={(event) => {
        event.preventDefault();
        holder.current?.querySelector<HTMLElement>("[data-result]")?.click();
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label="Name of a branch or tag, or a commit"
        placeholder="A name, or a commit"
        value={text}
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {chosen !== null && wanted === "" && (
        <a data-result href={linkTo(null)}>
          As it is now
        </a>
      )}
      {kinds.map((kind) => {
        const group = listed.filter((ref) => ref.kind === kind);
        return (
          group.length > 0 && (
            <section key={kind} aria-label={GROUPS[kind]}>
              <h2>{GROUPS[kind]}</h2>
              {group.map(({ name }) => (
                <a data-result key={name} href={linkTo(name)} aria-current={name === chosen ? "true" : undefined}>
                  {name}
                </a>
              ))}
            </section>
          )
        );
      })}
      {wanted !== "" && !refs.some(({ name }) => name === wanted) && (
        <a data-result href={linkTo(wanted)}>
          Show it at {wanted}
        </a>
      )}
      {(fitting.length > listed.length || hasMore) && (
        <p class="small dim">
          {hasMore ? "There are more" : `${fitting.length - listed.length} more`}: type a part of the name.
        </p>
      )}
    </form>
  );
}
