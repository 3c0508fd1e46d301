/** A file: its lines, what names in it mean, and the panel beside it. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  type Answer,
  ApiError,
  ask,
  callTool,
  type FileReferencesAnswer,
  ofProject,
  type Project,
  type WholeFile,
} from "../api.js";
import { codeLink, linesOf, SHORT_COMMIT, stateOf } from "../kit/code-links.js";
import { go, place, revisits } from "../kit/router.js";
import { isPassing, useAnswer } from "../kit/use-answer.js";
import { useHighlighter } from "../parts/highlighted.js";
import { Card } from "./card.js";
import { FileNotes } from "./file-notes.js";
import { FileTools } from "./file-tools.js";
import { FindBar, useFinding } from "./find-bar.js";
import { useBlame } from "./history.js";
import { type Link, linksOf, type Target } from "./links.js";
import { type Code, namesIn } from "./pieces.js";
import { type Panel, SidePanel } from "./side-panel.js";
import { idOf, keepInView, LINE_HEIGHT, type Mark, Viewer } from "./viewer.js";

/** The time that a name is pointed at before its card appears, in milliseconds. */
const CARD_AFTER = 220;
const CARD_WIDTH = 460;
/** From here on there is room for the panel. */
const WIDE = "(min-width: 1000px)";

interface Shown {
  link: Link;
  x: number;
  y: number;
}

interface FileViewProps {
  project: Project;
  file: WholeFile;
  lines: string[];
  /** The branch, tag or commit that the file is shown at; null: it is as on disk now. */
  chosenRef: string | null;
}

export function FileView({ project, file, lines, chosenRef }: FileViewProps) {
  const { file_path: path } = file;
  const isPast = chosenRef !== null;
  const state = stateOf(project);
  const about = useAbout(project, path, isPast);
  const code = useCode(path, lines, about);
  const scroller = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<Panel>(() => (matchMedia(WIDE).matches && !isPast ? "outline" : null));
  const [isBlaming, setBlaming] = useState(false);
  const blame = useBlame(project.id, path, project.generation, isBlaming);
  const { finding, isFinding, openFinding, closeFinding } = useFindingIn(scroller, lines);
  const { card, point, show, stay } = useCard(holder);
  const { hash } = place.value;
  const chosen = linesOf(hash);
  const [mark, setMark] = useMark(scroller, { hash, path });

  const { permalink, linkOf, hrefOf, chooseLine } = linksIn(project, file, chosenRef, chosen);
  const markAndShow = (next: Mark | null) => {
    setMark(next);
    const link = next && namesIn(code, next.line)[next.order]?.link;
    // The line may have to be drawn first.
    requestAnimationFrame(() => {
      show(link ?? null, next && document.getElementById(idOf(next)));
    });
  };
  const lead = (target: Target) => {
    go(codeLink({ project: project.id, path: target.path ?? "", first: target.first, at: state }));
    // The address may have been the same before.
    if (target.path === path && scroller.current) {
      keepInView(scroller.current, target.first);
      setMark({ line: target.first, order: -1 });
    }
  };
  return (
    <div class="code-file" ref={holder}>
      <FileTools
        {...{ project, file, chosen, chosenRef, panel, setPanel, isBlaming, setBlaming }}
        permalink={permalink}
        find={openFinding}
      />
      <FileNotes project={project.id} file={file} chosen={chosenRef} blameNote={(isBlaming && blame?.note) || null} />
      {isFinding && <FindBar finding={finding} close={closeFinding} />}
      <div class={`code-beside${panel ? " with-panel" : ""}`}>
        <Viewer
          label={`Code of ${path}`}
          project={project.id}
          code={code}
          chosen={chosen}
          found={isFinding ? finding.ranges : NOTHING_FOUND}
          cut={useMemo(() => new Set(file.cut_lines), [file])}
          mark={mark}
          blame={isBlaming && blame?.note === null ? blame.lines : null}
          scroller={scroller}
          lineLink={linkOf}
          hrefOf={hrefOf}
          setMark={markAndShow}
          chooseLine={chooseLine}
          follow={(link, element) => follow(link, element, { show, setPanel, lead })}
          point={point}
        />
        {panel && (
          <SidePanel
            {...{ panel, path }}
            project={project.id}
            at={state}
            outline={about?.outline}
            close={() => setPanel(null)}
          />
        )}
      </div>
      {card && (
        <Card
          {...card}
          project={project.id}
          at={state}
          stay={stay}
          showUses={(target) => {
            show(null, null);
            setPanel(target);
          }}
          find={(name) => {
            show(null, null);
            finding.setText(name);
            openFinding();
          }}
        />
      )}
    </div>
  );
}

/** The links to lines of a file in its state, and to the targets of its names. */
function linksIn(project: Project, file: WholeFile, chosenRef: string | null, chosen: ReturnType<typeof linesOf>) {
  const { file_path: path } = file;
  const state = stateOf(file);
  const own = { project: project.id, path };
  const stateLink = chosenRef === null ? { at: state } : { ref: file.commit?.slice(0, SHORT_COMMIT) };
  const linkOf = (line: number) => codeLink({ ...own, first: line, ...stateLink });
  return {
    permalink: codeLink({ ...own, ...chosen, ...stateLink }),
    linkOf,
    hrefOf: ({ targets: [target] }: Link, line: number) =>
      target?.path
        ? codeLink({ project: project.id, path: target.path, first: target.first, at: stateOf(project) })
        : linkOf(line),
    chooseLine(line: number, isRange: boolean) {
      const from = isRange && chosen ? chosen.first : line;
      const range = { first: Math.min(from, line), last: Math.max(from, line) };
      go(codeLink({ ...own, ...range, ...(chosenRef === null ? { at: state } : { ref: chosenRef }) }), {
        replace: true,
      });
    },
  };
}

/** The code of a file, with the links of its names as far as they are known. */
function useCode(path: string, lines: string[], about: ReturnType<typeof useAbout>): Code {
  const highlighter = useHighlighter(path, lines);
  const links = useMemo(
    () => linksOf(lines, about?.references, about && "results" in about.outline ? about.outline.results : []),
    [lines, about?.references, about?.outline],
  );
  const hasNames = about !== undefined && "results" in about.outline && about.outline.language !== null;
  return useMemo<Code>(() => ({ lines, links, highlighter, hasNames }), [lines, links, highlighter, hasNames]);
}

interface Following {
  show: (link: Link | null, element: Element | null) => void;
  setPanel: (panel: Panel) => void;
  lead: (target: Target) => void;
}

/** Follows a name: a declaration to its uses, another one to its target; where that is not sure, or not known, the card says so. */
function follow(link: Link, element: Element, { show, setPanel, lead }: Following): void {
  const [target] = link.targets;
  if (link.isDeclaration && target) {
    show(null, null);
    setPanel(target);
    return;
  }
  const there = link.targets.filter(({ path }) => path !== null);
  const only = there[0];
  const isSure = only && (there.length === 1 || only.confidence !== "candidate");
  show(isSure ? null : link, isSure ? null : element);
  if (isSure) lead(only);
}

/**
 * The place that the keys have come to: the first line that the address names, until a key moves it. A new address counts before the next key: an effect
 * after the paint would take back what a key has done meanwhile.
 */
function useMark(scroller: { current: HTMLElement | null }, { hash, path }: { hash: string; path: string }) {
  const [mark, setMark] = useState<Mark | null>(null);
  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view) return;
    const lines = linesOf(hash);
    if (lines) view.scrollTop = Math.max(0, (lines.first - 1) * LINE_HEIGHT - view.clientHeight / 3);
    setMark(lines ? { line: lines.first, order: -1 } : null);
    // Keys move the mark at once, unless the reader is somewhere else.
    if (document.activeElement === document.body || document.activeElement?.closest("main"))
      view.focus({ preventScroll: true });
  }, [hash, path, revisits.value]);
  return [mark, setMark] as const;
}

const NOTHING_FOUND: ReadonlyMap<number, never[]> = new Map();

interface About {
  outline: Answer<"get_file_outline"> | ApiError;
  references: FileReferencesAnswer | undefined;
}

/** The facts of the index about the file: none of one that it left out, or of its past. */
function useAbout({ id, generation }: Project, path: string, isPast: boolean): About | undefined {
  const { answer } = useAnswer<About>(
    isPast
      ? null
      : async (signal) => {
          const [outline, references] = await Promise.all([
            callTool("get_file_outline", { path, limit: 2000 }, { project: id, signal }).catch(errorOf),
            ask<FileReferencesAnswer>("GET", ofProject(id, "references", { path }), { signal }).catch(() => undefined),
          ]);
          return { outline, references };
        },
    [id, path, generation],
  );
  return answer;
}

function errorOf(error: unknown): ApiError {
  if (error instanceof ApiError && !isPassing(error)) return error;
  throw error;
}

/** The card of the name that is pointed at. `show` has it at once; it leaves when neither the name nor the card is pointed at. */
function useCard(holder: { current: HTMLElement | null }) {
  const [card, setCard] = useState<Shown | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback((link: Link | null, element: Element | null) => {
    clearTimeout(timer.current);
    const frame = holder.current?.getBoundingClientRect();
    if (!link || !element || !frame) return setCard(null);
    const { left, bottom } = element.getBoundingClientRect();
    const x = Math.max(0, Math.min(left - frame.left, frame.width - Math.min(CARD_WIDTH, frame.width)));
    setCard({ link, x, y: bottom - frame.top + 2 });
  }, []);
  const point = useCallback((link: Link | null, element: Element | null) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => show(link, element), CARD_AFTER);
  }, []);
  const stay = useCallback((isOver: boolean) => {
    clearTimeout(timer.current);
    if (!isOver) timer.current = setTimeout(() => setCard(null), CARD_AFTER);
  }, []);
  return { card, show, point, stay };
}

/** The search in a file, and whether its bar is open. */
function useFindingIn(scroller: { current: HTMLElement | null }, lines: string[]) {
  const [isFinding, setFinding] = useState(false);
  const finding = useFinding(lines);
  useEffect(() => {
    const view = scroller.current;
    if (view && finding.line !== null) keepInView(view, finding.line);
  }, [finding.line, finding.current]);
  const openFinding = () => setFinding(true);
  useFindKey(openFinding);
  const closeFinding = () => {
    setFinding(false);
    finding.setText("");
    scroller.current?.focus();
  };
  return { finding, isFinding, openFinding, closeFinding };
}

/** Ctrl-F finds in the file. */
function useFindKey(open: () => void): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key !== "f" || event.shiftKey) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
