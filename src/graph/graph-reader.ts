/** The part of the graph that a look-up reads. */
import type { EdgeTier } from "../model/edge.js";
import type { Db } from "../store/db/db.js";
import type { View } from "../store/views.js";

/** A view, and the tiers of its edges that count. */
export interface GraphReader {
  db: Db;
  view: View;
  tiers: readonly EdgeTier[];
}
