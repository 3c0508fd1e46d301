/**
 * Previews: what a first build has parsed so far, so that a project answers before its index is whole.
 *
 * A preview is a view beside the project's own, which stays at generation 0 until the build is done. So all that asks for a whole index sees none. The
 * rows of a preview have no edge sets. Each publish adds files and raises its generation; a preview never loses a file that readers may hold. It outlives
 * a build that was killed, for the next one to go on with, and goes with the sweep some seconds after the first whole publish.
 */
import { CodeindexError } from "../base/errors.js";
import type { Db } from "./db/db.js";
import { type LedgerRow, ledgerColumns } from "./files.js";
import { PREVIEW_REF } from "./preview-ref.js";
import { countView, ensureView, findView, type View } from "./views.js";

/** How much of a project a preview has: files that are parsed, and files that the build is about. */
export function previewProgress({ totals }: Pick<View, "totals">): { parsed: number; planned: number } {
  return { parsed: totals.files, planned: Math.max(totals.planned ?? 0, totals.files) };
}

/** The preview of a project; undefined where no first build has published one. */
export async function findPreview(db: Db, projectId: string): Promise<View | undefined> {
  const view = await findView(db, projectId, PREVIEW_REF);
  return view && view.generation > 0 ? view : undefined;
}

/** Files of a first build that are parsed, as a preview has them. */
export interface PreviewChanges {
  rows: readonly LedgerRow[];
  /** Files that the whole build is about. */
  planned: number;
  /** As `publish` has it: a preview of other settings is not kept. */
  fingerprint: string;
}

/** Adds files to the preview of the view that the build with `token` holds. Throws `cancelled` when another build took the view over. */
export async function publishPreview(
  db: Db,
  view: View,
  token: string,
  { rows, planned, fingerprint }: PreviewChanges,
): Promise<void> {
  const { projectId } = view;
  const { viewId } = await ensureView(db, projectId, PREVIEW_REF);
  await db.transaction(async (tx) => {
    const held = await tx.query(
      "select from views where project_id = $1 and view_id = $2 and build_token = $3 for share",
      [projectId, view.viewId, token],
    );
    if (held.length === 0) throw new CodeindexError("cancelled", "Another build of this project took over.");
    const [preview] = await tx.query<{ generation: number }>(
      `update views set generation = generation + 1, fingerprint = $3, indexed_at = now()
       where project_id = $1 and view_id = $2 returning generation`,
      [projectId, viewId, fingerprint],
    );
    if (!preview) throw new CodeindexError("cancelled", "The project was removed.");
    // Those of a build that was killed.
    if (preview.generation > 1)
      await tx.query("delete from files where project_id = $1 and view_id = $2 and path = any($3)", [
        projectId,
        viewId,
        rows.map(({ path }) => path),
      ]);
    if (rows.length > 0) await tx.insertRows("files", ledgerColumns(projectId, viewId, preview.generation, rows));
    const totals = { ...(await countView(tx, projectId, viewId)), planned };
    await tx.query("update views set totals = $3 where project_id = $1 and view_id = $2", [projectId, viewId, totals]);
  });
}

/** Removes the preview of a project that was made under other settings than those of `fingerprint`: it may show what they leave out. */
export async function dropStalePreview(db: Db, projectId: string, fingerprint: string): Promise<void> {
  await dropPreviews(db, projectId, "fingerprint is distinct from $3", [fingerprint]);
}

/** Removes the preview of a project whose index is whole. Gives how many there were. */
export async function sweepPreviews(db: Db, projectId: string): Promise<number> {
  return dropPreviews(
    db,
    projectId,
    "exists (select from views whole where whole.project_id = $1 and whole.ref = $3 and whole.generation > 0)",
    ["worktree"],
  );
}

async function dropPreviews(db: Db, projectId: string, condition: string, values: unknown[]): Promise<number> {
  return db.transaction(async (tx) => {
    const dropped = await tx.query<{ view_id: number }>(
      `delete from views where project_id = $1 and ref = $2 and ${condition} returning view_id`,
      [projectId, PREVIEW_REF, ...values],
    );
    for (const { view_id: viewId } of dropped)
      await tx.query("delete from files where project_id = $1 and view_id = $2", [projectId, viewId]);
    return dropped.length;
  });
}
