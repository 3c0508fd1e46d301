/** Which modules outside of a project its code refers to. */
import { EDGE_TIERS } from "../model/edge.js";
import type { Db } from "./db/db.js";

export interface ModuleUse {
  /** A package, module or namespace, as the code names it. */
  module: string;
  references: number;
  files: number;
}

/** The modules outside of a project that the files of a view refer to, those with the most references first. */
export async function moduleUses(
  db: Db,
  { projectId, viewId }: { projectId: string; viewId: number },
  limit: number,
): Promise<ModuleUse[]> {
  return db.query<ModuleUse>(
    `select x.module, count(*)::int as "references", count(distinct f.path)::int as files
     from files f
     join edges e on e.project_id = f.project_id and e.edge_set_id = f.edge_set_id and e.tier = $3
     join external_symbols x on x.project_id = e.project_id and x.node_id = e.target
     where f.project_id = $1 and f.view_id = $2 and x.module is not null
     group by x.module order by 2 desc, 1 limit $4`,
    [projectId, viewId, EDGE_TIERS.indexOf("external"), limit],
  );
}
