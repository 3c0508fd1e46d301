/** The preview that a first build publishes while it parses: text, words and names of the files so far, for answers before the index is whole. */
import type { LedgerRow } from "../store/files.js";
import { dropStalePreview, publishPreview } from "../store/previews.js";
import type { View } from "../store/views.js";
import type { BuildContext } from "./build-context.js";

/** A build of fewer files is whole before anyone has asked. */
const LEAST_FILES = 128;
/** Files of a publish, at least. The preview doubles with each, so that all of them together cost little. */
const LEAST_STEP = 16;

export interface Preview {
  /** Takes a file whose version is stored. */
  add(row: LedgerRow): void;
  /** Publishes the files so far where they are enough for another step. Throws `cancelled` when another build took the view over. */
  grow(): Promise<void>;
  /** Publishes the files that are left: the preview then has all that the index will. Throws as `grow` does. */
  finish(): Promise<void>;
}

/**
 * The preview of the build that holds `view` with `token`; undefined for a view that has an index, for a build of a few files, and where nobody asks before
 * the build is done.
 */
export async function createPreview(
  { db, isAsked = true }: Pick<BuildContext, "db" | "isAsked">,
  view: View,
  token: string,
  { fingerprint, planned }: { fingerprint: string; planned: number },
): Promise<Preview | undefined> {
  if (view.generation > 0) return undefined;
  await dropStalePreview(db, view.projectId, fingerprint);
  if (!isAsked || planned < LEAST_FILES) return undefined;
  let rows: LedgerRow[] = [];
  let published = 0;
  const publishRows = async (total: number): Promise<void> => {
    const added = rows;
    rows = [];
    published += added.length;
    await publishPreview(db, view, token, { rows: added, planned: total, fingerprint });
  };
  return {
    add: (row) => void rows.push(row),
    grow: async () => (rows.length >= Math.max(LEAST_STEP, published) ? publishRows(planned) : undefined),
    // Files that turned out to be binary or gone are not part of it.
    finish: () => publishRows(published + rows.length),
  };
}
