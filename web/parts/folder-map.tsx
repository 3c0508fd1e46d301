/** A treemap of folders: the area is lines of text, the colour how often they change. A click leads into a folder. */
import type { SizesAnswer } from "../../src/http/routes/sizes.js";
import { ask } from "../api.js";
import { place, query, segments, to } from "../kit/router.js";
import { type Box, treemap } from "../kit/treemap.js";
import { useAnswer } from "../kit/use-answer.js";
import { count, lowerFirst } from "../kit/words.js";
import { ErrorState, Loading } from "./states.js";

interface Sizes {
  path: string;
  results: SizesAnswer[];
  total_files: number;
  total_lines: number;
  commits: number;
  history_note: string | null;
}

const WIDTH = 1000;
const HEIGHT = 460;
/** Height of the name of a folder above what is in it. */
const TITLE = 18;
/** Boxes narrower or lower than this have no name, and inner ones are not drawn. */
const LEAST = 34;
const SHADES = 5;

export function FolderMap({ project, generation }: { project: string; generation: number }) {
  const { folder = "" } = query.value;
  const { answer, error, again } = useAnswer(
    (signal) =>
      ask<Sizes>("GET", `projects/${encodeURIComponent(project)}/sizes?path=${encodeURIComponent(folder)}`, { signal }),
    [project, folder, generation],
  );
  if (error) return <ErrorState error={error} again={again} />;
  if (!answer) return <Loading />;
  const { results, total_files, total_lines, commits, history_note } = answer;
  const boxes = treemap(
    results.map(({ lines }) => lines),
    { x: 0, y: 0, width: WIDTH, height: HEIGHT },
  );
  const rates = results.flatMap(({ inside, ...each }) => [each, ...inside].map(rate)).filter((each) => each > 0);
  rates.sort((a, b) => a - b);
  return (
    <>
      <p class="dim">
        <Way project={project} folder={answer.path} /> {count(total_files, "file")}, {count(total_lines, "line")}
        {commits > 1
          ? `; the stronger the colour, the more changes by line in the last ${count(commits, "commit")}`
          : ""}
        {history_note === null ? "" : `; ${lowerFirst(history_note)}`}
      </p>
      <ul class="treemap" aria-label="Folders and files by size">
        {results.map((entry, index) => {
          const box = boxes[index];
          return box && <Entry key={entry.path} {...{ project, entry, box, rates }} />;
        })}
      </ul>
    </>
  );
}

/** Changes by line: long files are not dark for their length. */
const rate = ({ changes, lines }: { changes: number; lines: number }): number => changes / Math.max(lines, 20);

function Entry({ project, entry, box, rates }: { project: string; entry: SizesAnswer; box: Box; rates: number[] }) {
  const inner = { x: 0, y: TITLE, width: box.width - 4, height: box.height - TITLE - 4 };
  const isOpen = entry.is_folder && inner.width > LEAST && inner.height > LEAST;
  const boxes = isOpen
    ? treemap(
        entry.inside.map(({ lines }) => lines),
        inner,
      )
    : [];
  return (
    <li style={styleOf(box, WIDTH, HEIGHT)} class={`shade-${shadeOf(entry, rates)}`}>
      <a href={linkOf(project, entry)} title={wordsOf(entry)} aria-label={wordsOf(entry)}>
        {box.width > LEAST && box.height > TITLE ? entry.name : ""}
      </a>
      {isOpen && (
        <ul>
          {entry.inside.map((each, index) => {
            const inside = boxes[index];
            return (
              inside &&
              inside.width * inside.height > 60 && (
                <li
                  key={each.path}
                  style={styleOf(inside, box.width, box.height)}
                  class={`shade-${shadeOf(each, rates)}`}
                >
                  <a href={linkOf(project, each)} title={wordsOf(each)} aria-label={wordsOf(each)}>
                    {inside.width > LEAST && inside.height > TITLE ? each.name : ""}
                  </a>
                </li>
              )
            );
          })}
        </ul>
      )}
    </li>
  );
}

type Sized = Omit<SizesAnswer, "inside">;

/** By its place among the others that changed: one small file that always changes would leave all of them pale. */
const shadeOf = (entry: Sized, rates: readonly number[]): number => {
  const own = rate(entry);
  return own === 0 ? 0 : 1 + Math.floor(((SHADES - 1) * rates.indexOf(own)) / rates.length);
};

const wordsOf = ({ path, is_folder, files, lines, changes }: Sized): string =>
  `${path}${is_folder ? `: ${count(files, "file")}` : ""}, ${count(lines, "line")}, ${count(changes, "change")}`;

const linkOf = (project: string, { path, is_folder }: Sized): string =>
  is_folder
    ? to(place.value.path, { ...query.value, folder: path })
    : to(`ui/code/${encodeURIComponent(project)}/${segments(path)}`);

const styleOf = ({ x, y, width, height }: Box, wholeWidth: number, wholeHeight: number) => ({
  left: `${(100 * x) / wholeWidth}%`,
  top: `${(100 * y) / wholeHeight}%`,
  width: `${(100 * width) / wholeWidth}%`,
  height: `${(100 * height) / wholeHeight}%`,
});

/** The folders above, as links. */
function Way({ project, folder }: { project: string; folder: string }) {
  const parts = folder === "" ? [] : folder.split("/");
  return (
    <>
      <a href={to(place.value.path, { ...query.value, folder: null })}>{project}</a>
      {parts.map((part, index) => (
        <span key={parts.slice(0, index + 1).join("/")}>
          {" / "}
          <a href={to(place.value.path, { ...query.value, folder: parts.slice(0, index + 1).join("/") })}>{part}</a>
        </span>
      ))}
      {" · "}
    </>
  );
}
