/** The functions that frames of a stack trace name, where their lines are of another version of their files. */
import { lastOf } from "../../base/need.js";
import { chunksAtLines } from "../../store/chunks.js";
import type { Db } from "../../store/db/db.js";
import { headsByName } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { MissedLine } from "./locations.js";

/** Frames that are looked at: the first ones are those that matter. */
const MOST_FRAMES = 5;
/** A name that more functions have says too little. */
const MOST_FUNCTIONS = 5;
/** Symbols of a name that are read: those whose qualified name ends as it is written come first. */
const MOST_READ = 100;

/** The chunks where the functions of frames begin, in the order of the frames: in the files that they name, else under the same names. */
export async function chunksOfFrames(db: Db, view: View, missed: readonly MissedLine[]): Promise<number[]> {
  const frames = missed
    .flatMap(({ frame, versionIds }) => (frame ? [{ frame, versionIds }] : []))
    .slice(0, MOST_FRAMES);
  const lines = await Promise.all(
    frames.map(async ({ frame, versionIds }) => {
      // Its class and its own name: what is around them changes, and some traces leave it out.
      const parts = frame.split(".").slice(-2);
      const suffix = parts.join(".");
      const name = lastOf(parts);
      const named = await headsByName(db, view, name, { suffix, limit: MOST_READ });
      const heads = named.filter((head) => head.name === name);
      const own = heads.filter(({ versionId }) => versionIds.includes(versionId));
      const called = heads.filter(({ qualifiedName }) => `.${qualifiedName}`.endsWith(`.${suffix}`));
      const meant = own.length > 0 ? own.slice(0, MOST_FUNCTIONS) : called.length > MOST_FUNCTIONS ? [] : called;
      return meant.map(({ versionId, lineStart }) => ({ versionId, line: lineStart }));
    }),
  );
  return [...new Set(await chunksAtLines(db, view.projectId, lines.flat()))];
}
