/** The parts of the service that tools run on, and the caller they run for. */
import type { Audit } from "../../auth/audit.js";
import type { Limits } from "../../auth/limits.js";
import type { Logger } from "../../base/log.js";
import type { Config } from "../../config/config.js";
import type { Indexing } from "../../indexing/indexing-types.js";
import type { Principal } from "../../model/principal.js";
import type { ChatModel } from "../../models/chat/chat.js";
import type { ProjectHints } from "../../projects/choose.js";
import type { Searcher } from "../../search/search.js";
import type { Db } from "../../store/db/db.js";
import type { Project } from "../../store/projects.js";
import type { ReadReplica } from "../../store/read-replica.js";
import type { View } from "../../store/views.js";
import type { Metrics } from "../../telemetry/metrics.js";
import type { Detail } from "./schema.js";
import type { ToolDefinition, ToolSettings } from "./tool.js";

/** Parts of the service that tools run on. */
export interface ToolHost {
  config: Config;
  log: Logger;
  tools: readonly ToolDefinition[];
  db: Db;
  /** Takes reads of answers off the database; null or absent: there is none. */
  replica?: ReadReplica | null;
  searcher: Searcher;
  chat: ChatModel | null;
  indexing: Indexing;
  settings: ToolSettings;
  metrics: Metrics;
  /** Limits of each caller. */
  limits: Limits;
  /** Notes the caller and the question. */
  audit: Audit;
  /** The served projects, or the ones that match one of some patterns of ids. */
  projects(visible?: readonly string[] | null): Promise<Project[]>;
  /** The view that answers about a project are read from, as of now. */
  viewOf(project: Project): Promise<View>;
  /** The files that the first build of a project has parsed so far; undefined: none yet, or there is no such build. */
  previewOf(project: Project): Promise<View | undefined>;
  /** The same of several, in their order. */
  viewsOf(projects: readonly Project[]): Promise<View[]>;
}

/** The caller of a tool, and facts about it. */
export interface Caller extends ProjectHints {
  /** Identity of the caller: projects that it may not see do not exist for it. */
  principal: Principal;
  signal: AbortSignal;
  progress?: ((done: number, total: number, message: string) => void) | undefined;
  /** Whether this is the first answer about these projects that the caller's connection gets. Absent: each answer counts as the first. */
  isFirstAnswer?: (projects: string) => boolean;
  /** How much the structured form says where the call does not choose. Default: full. */
  detail?: Detail;
  /** Whether an answer that comes soon is worth more than the exact count of what it does not list: as somebody types. */
  estimatesCounts?: boolean;
  /** Set where nobody holds on for the answer: the call takes as long as it takes, and asks this for jobs. */
  background?: { indexing: Indexing };
}
