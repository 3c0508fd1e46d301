/** The lines of a file. Only those in view are drawn, so a file of any length scrolls. The arrows move a mark, by lines and by the names in them; a click does, too. */
import { type ComponentChildren, Fragment, type RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Highlighter } from "../kit/highlight.js";
import { type Blame, BlameCell } from "./history.js";
import type { Link } from "./links.js";
import { type Code, drawnPieces, namesIn, type Piece, piecesOf, type Range } from "./pieces.js";

/** As the stylesheet has it, in pixels. */
export const LINE_HEIGHT = 20;
/** Lines that are drawn beyond each edge. */
const BEYOND = 24;
/** Lines of a file that are printed at most. */
const MOST_PRINTED = 3000;
/** As the stylesheet has it. */
const BLAME_WIDTH = 190;

export interface Mark {
  line: number;
  /** Which of its names; -1: none. */
  order: number;
}

export interface ViewerProps {
  label: string;
  project: string;
  code: Code;
  /** Lines of the permalink. */
  chosen: { first: number; last: number } | null;
  found: ReadonlyMap<number, readonly Range[]>;
  cut: ReadonlySet<number>;
  mark: Mark | null;
  /** The commits of the lines, where they are shown. */
  blame: Blame["lines"] | null;
  scroller: RefObject<HTMLDivElement | null>;
  lineLink(line: number): string;
  /** Where a name leads that stands in a line. */
  hrefOf(link: Link, line: number): string;
  setMark(mark: Mark | null): void;
  chooseLine(line: number, isRange: boolean): void;
  follow(link: Link, element: Element): void;
  /** A name is pointed at; null: no longer. */
  point(link: Link | null, element: Element | null): void;
}

export function Viewer(props: ViewerProps) {
  const { scroller } = props;
  const { lines, highlighter } = props.code;
  const { first, last } = useVisible(scroller, lines.length);
  useColours(highlighter, last);
  const widest = useMemo(() => lines.reduce((most, line) => Math.max(most, line.length), 0), [lines]);
  const digits = Math.max(3, String(lines.length).length);
  const shown = [];
  for (let line = first; line <= last; line++) shown.push(<Line key={line} {...props} line={line} />);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields.
    <div
      ref={scroller}
      class="code-viewer"
      role="group"
      aria-label={props.label}
      aria-activedescendant={props.mark ? idOf(props.mark) : undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys move a mark in it.
      tabIndex={0}
      onKeyDown={(event) => onKey(event, props)}
    >
      <div
        class="code-all-lines"
        style={{
          height: `${lines.length * LINE_HEIGHT + 12}px`,
          minWidth: `calc(${widest + digits}ch + ${props.blame ? 60 + BLAME_WIDTH : 60}px)`,
        }}
      >
        <div
          class="code-drawn-lines"
          style={{ transform: `translateY(${(first - 1) * LINE_HEIGHT}px)`, "--digits": `${digits}ch` }}
        >
          {shown}
        </div>
      </div>
    </div>
  );
}

/** The id of the element of a mark. */
export const idOf = ({ line, order }: Mark): string => (order < 0 ? `line-${line}` : `link-${line}-${order}`);

function Line({ line, project, code, chosen, found, cut, mark, blame, ...props }: ViewerProps & { line: number }) {
  const pieces = piecesOf(code, line, found.get(line));
  const isChosen = chosen !== null && line >= chosen.first && line <= chosen.last;
  return (
    <div id={`line-${line}`} class={`code-row${isChosen ? " chosen" : ""}${mark?.line === line ? " at" : ""}`}>
      {blame && <BlameCell project={project} commit={blame.get(line)} />}
      <a
        class="number"
        href={props.lineLink(line)}
        data-line={line}
        tabIndex={-1}
        aria-label={`Line ${line}`}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          props.chooseLine(line, event.shiftKey);
        }}
      >
        {line}
      </a>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrows pick names, too. */}
      <code
        onClick={(event) => {
          if (event.defaultPrevented || getSelection()?.isCollapsed === false) return;
          const order = nameUnder(event, pieces);
          props.setMark(order === null ? null : { line, order });
        }}
      >
        {drawnPieces(pieces, mark?.line === line ? mark.order : -1).map((piece, index) => (
          <Fragment key={index}>{drawn(piece, { line, mark, ...props })}</Fragment>
        ))}
        {cut.has(line) && <span class="code-cut">… the rest of this line is not shown</span>}
        {"\n"}
      </code>
    </div>
  );
}

function drawn(
  { text, style, link, order, found }: Piece,
  { line, mark, follow, point, hrefOf }: Pick<ViewerProps, "mark" | "follow" | "point" | "hrefOf"> & { line: number },
): ComponentChildren {
  const coloured = style === null ? text : <span class={`syntax-${style}`}>{text}</span>;
  const content = found ? <mark class={found}>{coloured}</mark> : coloured;
  if (!link) return content;
  const isMarked = mark?.line === line && mark.order === order;
  return (
    // biome-ignore lint/a11y/useKeyWithMouseEvents: the mark points as the mouse does.
    <a
      id={`link-${line}-${order}`}
      class={`code-name${isMarked ? " marked" : ""} is-${link.isDeclaration ? "declared" : (link.targets[0]?.confidence ?? "unresolved")}`}
      href={hrefOf(link, line)}
      tabIndex={-1}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        if (getSelection()?.isCollapsed !== false) follow(link, event.currentTarget);
      }}
      onMouseOver={(event) => point(link, event.currentTarget)}
      onMouseOut={() => point(null, null)}
    >
      {content}
    </a>
  );
}

/** Which name of a line is under a click; null: none. */
function nameUnder({ currentTarget, clientX: x, clientY: y }: MouseEvent, pieces: readonly Piece[]): number | null {
  if (!(currentTarget instanceof Element)) return null;
  const caret = document.caretPositionFromPoint?.(x, y);
  if (!caret || !currentTarget.contains(caret.offsetNode)) return null;
  const before = document.createRange();
  before.selectNodeContents(currentTarget);
  before.setEnd(caret.offsetNode, caret.offset);
  // On the right half of a letter the caret stands behind it.
  let left = before.toString().length - (x < before.getBoundingClientRect().right ? 1 : 0);
  for (const { text, order } of pieces) {
    if (left < text.length) return order < 0 ? null : order;
    left -= text.length;
  }
  return null;
}

/** Whether the page is on its way to a printer. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const note = ({ type }: Event) => setPrinting(type === "beforeprint");
    for (const type of ["beforeprint", "afterprint"]) addEventListener(type, note);
    return () => {
      for (const type of ["beforeprint", "afterprint"]) removeEventListener(type, note);
    };
  }, []);
  return isPrinting;
}

/** The numbers of the first and last line to draw: those in view, or all that are printed. */
function useVisible(scroller: RefObject<HTMLDivElement | null>, count: number): { first: number; last: number } {
  const isPrinting = useIsPrinting();
  const [view, setView] = useState({ top: 0, height: 900 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let frame = 0;
    const look = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setView((before) => {
          const { scrollTop: top, clientHeight: height } = element;
          return Math.abs(before.top - top) < LINE_HEIGHT && before.height === height ? before : { top, height };
        });
      });
    };
    look();
    const size = new ResizeObserver(look);
    size.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller]);
  if (isPrinting) return { first: 1, last: Math.min(count, MOST_PRINTED) };
  return {
    first: Math.max(1, Math.floor(view.top / LINE_HEIGHT) - BEYOND),
    last: Math.min(count, Math.ceil((view.top + view.height) / LINE_HEIGHT) + BEYOND),
  };
}

/** Colours up to a line, in slices. */
function useColours(highlighter: Highlighter | null, last: number): void {
  const [, draw] = useState(0);
  // The work of one slice is there at the first look.
  const isDone = highlighter?.workTo(last - 1) ?? true;
  useEffect(() => {
    if (!highlighter || isDone) return;
    let timer = setTimeout(function work() {
      if (highlighter.workTo(last - 1)) draw((before) => before + 1);
      else timer = setTimeout(work);
    });
    return () => clearTimeout(timer);
  }, [highlighter, last, isDone]);
}

function onKey(event: KeyboardEvent, props: ViewerProps): void {
  const { code, mark, scroller, setMark } = props;
  const { lines } = code;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const view = scroller.current;
  const top = view ? Math.floor(view.scrollTop / LINE_HEIGHT) + 1 : 1;
  const here = mark ?? { line: props.chosen?.first ?? top, order: -1 };
  const move = (line: number, order: number) => {
    const to = Math.min(lines.length, Math.max(1, line));
    if (view) keepInView(view, to);
    setMark({ line: to, order });
  };
  if (event.key === "ArrowDown") move(mark ? here.line + 1 : here.line, -1);
  else if (event.key === "ArrowUp") move(here.line - 1, -1);
  else if (event.key === "ArrowRight") moveByName(1);
  else if (event.key === "ArrowLeft") moveByName(-1);
  else if (event.key === "Enter" && mark && mark.order >= 0) {
    const link = namesIn(code, mark.line)[mark.order]?.link;
    const element = document.getElementById(idOf(mark));
    if (link && element) props.follow(link, element);
  } else if (event.key === "Enter" && mark) props.chooseLine(mark.line, event.shiftKey);
  else if (event.key === "Escape" && mark) setMark(null);
  else return;
  event.preventDefault();

  /** To the next name, on another line where this one has no more. */
  function moveByName(step: 1 | -1): void {
    let { line, order } = here;
    for (let count = namesIn(code, line).length; ; ) {
      order += step;
      if (order >= 0 && order < count) {
        move(line, order);
        return;
      }
      line += step;
      if (line < 1 || line > lines.length) return;
      count = namesIn(code, line).length;
      order = step === 1 ? -1 : count;
    }
  }
}

/** Scrolls as far as is needed to have a line in view. */
export function keepInView(view: Element, line: number): void {
  const top = (line - 1) * LINE_HEIGHT;
  if (top < view.scrollTop + LINE_HEIGHT) view.scrollTop = Math.max(0, top - 2 * LINE_HEIGHT);
  else if (top > view.scrollTop + view.clientHeight - 3 * LINE_HEIGHT)
    view.scrollTop = top - view.clientHeight + 4 * LINE_HEIGHT;
}
