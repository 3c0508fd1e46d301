/** Finds the files and lines that an answer shows, and where in the answer each ends. Pure. */
import { nth, present } from "../../base/need.js";
import type { ToolAnswer } from "../../tools/running/finish-answer.js";

/** A file, or a line of its code, and the length of each form of the answer up to its end. */
export interface Shown {
  path: string;
  /** Null where the file is named, before its code. */
  line: number | null;
  /** Characters of the text, and of the structured form. */
  text: number;
  structured: number;
}

export interface Screen {
  text: string;
  structured: string;
  shown: Shown[];
  /** Places whose code is shown in part. */
  notWhole: string[];
  /** Places in other files that are named at the end. */
  further: string[];
}

/** A result of codebase_retrieval or get_source in brief. */
interface BriefResult {
  at: string;
  form?: string;
  content?: string;
  code?: string;
}

const PLACE = /^(.+):(\d+)(?:-\d+)?$/;
/** `… 1576-1587 names` stands for lines that are left out. */
const LEFT_OUT = /^… \d+-(\d+)/;
const NUMBERED = /^(\d+)(?:-(\d+))?\t/;

/** The path and the first line of a place. */
function pathAndLine(place: string): { path: string; line: number } {
  const [, path, line] = present(PLACE.exec(place));
  return { path: present(path), line: Number(line) };
}

/** An answer as it is read from top to bottom. */
export function screenOf({ text, structured: data }: ToolAnswer): Screen {
  const structured = JSON.stringify(data);
  const { results = [], further = [] } = data as { results?: BriefResult[]; further?: string[] };
  const shown: Shown[] = [];
  const read = { text: 0, structured: 0 };
  for (const result of results) {
    const { path, line: first } = pathAndLine(result.at);
    read.text = after(text, result.at, read.text);
    read.structured = after(structured, JSON.stringify(result.at), read.structured);
    shown.push({ path, line: null, text: lineEnd(text, read.text), structured: read.structured });
    const code = result.code ?? (result.form === "line" ? "" : (result.content ?? ""));
    if (code === "") continue;
    read.text = after(text, code, read.text) - code.length;
    read.structured = after(structured, inJson(code), read.structured) - inJson(code).length;
    let next = first;
    for (const line of code.split("\n")) {
      read.text += line.length + 1;
      read.structured += inJson(line).length + 2;
      const [, last] = LEFT_OUT.exec(line) ?? [];
      const [, number, end = number] = NUMBERED.exec(line) ?? [];
      if (last === undefined)
        shown.push({
          path,
          line: number === undefined ? next : Number(number),
          text: read.text - 1,
          structured: read.structured - 2,
        });
      next = Number(last ?? end ?? next) + 1;
    }
    // The newline after the last line is not part of the code.
    read.text--;
    read.structured -= 2;
  }
  const places: string[] = [];
  for (const place of further) {
    const where = nth(place.split(" ", 1), 0);
    const { path } = pathAndLine(where);
    read.text = after(text, place, read.text);
    // The structured form has them before the results.
    shown.push({ path, line: null, text: read.text, structured: after(structured, inJson(place), 0) });
    places.push(where);
  }
  const notWhole = results.flatMap(({ form, at }) => (form === undefined ? [] : [at]));
  return { text, structured, shown, notWhole, further: places };
}

/** The end of the next occurrence of a part. */
function after(whole: string, part: string, from: number): number {
  const found = whole.indexOf(part, from);
  if (found < 0) throw new Error(`The answer does not hold ${JSON.stringify(part.slice(0, 80))} in its order.`);
  return found + part.length;
}

function lineEnd(text: string, from: number): number {
  const found = text.indexOf("\n", from);
  return found < 0 ? text.length : found;
}

/** The text as it is written between the quotes of JSON. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
