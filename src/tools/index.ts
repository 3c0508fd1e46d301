/** The tools, in the order in which every face lists them. */
import codeResearch from "./code-research.js";
import codebaseRetrieval from "./codebase-retrieval.js";
import codragBuild from "./codrag-build.js";
import codragContext from "./codrag-context.js";
import codragSearch from "./codrag-search.js";
import codragStatus from "./codrag-status.js";
import codragTrace from "./codrag-trace.js";
import diffImpact from "./diff-impact.js";
import explainPath from "./explain-path.js";
import findCycles from "./find-cycles.js";
import findDeadCode from "./find-dead-code.js";
import findHotspots from "./find-hotspots.js";
import findSimilar from "./find-similar.js";
import findSimilarCode from "./find-similar-code.js";
import getCallees from "./get-callees.js";
import getCallers from "./get-callers.js";
import getContext from "./get-context.js";
import getDependencies from "./get-dependencies.js";
import getDependents from "./get-dependents.js";
import getDirectoryTree from "./get-directory-tree.js";
import getFileContext from "./get-file-context.js";
import getFileOutline from "./get-file-outline.js";
import getImplementations from "./get-implementations.js";
import getJob from "./get-job.js";
import getReferences from "./get-references.js";
import getRelations from "./get-relations.js";
import getSource from "./get-source.js";
import getSourceSpans from "./get-source-spans.js";
import getStatus from "./get-status.js";
import getSymbol from "./get-symbol.js";
import getTests from "./get-tests.js";
import indexCodebase from "./index-codebase.js";
import indexFiles from "./index-files.js";
import listDirectory from "./list-directory.js";
import listProjects from "./list-projects.js";
import lookupSymbol from "./lookup-symbol.js";
import overview from "./overview.js";
import readFile from "./read-file.js";
import readMediaFile from "./read-media-file.js";
import reindexWorkspace from "./reindex-workspace.js";
import { registerTool } from "./running/registry.js";
import type { ToolDefinition } from "./running/tool.js";
import searchCode from "./search-code.js";
import searchDocs from "./search-docs.js";
import searchSymbols from "./search-symbols.js";
import searchText from "./search-text.js";
import { aboutSymbols } from "./shared/about-symbols.js";
import trace from "./trace.js";
import updateConfig from "./update-config.js";

// Each tool is typed by its own schemas; in the list they are one type, and the faces give each only what its schemas accepted.
const ALL = [
  codebaseRetrieval,
  searchCode,
  searchText,
  searchDocs,
  findSimilarCode,
  getContext,
  diffImpact,
  codeResearch,
  overview,
  searchSymbols,
  lookupSymbol,
  aboutSymbols(getSymbol),
  getSource,
  getRelations,
  aboutSymbols(getSourceSpans),
  getFileOutline,
  aboutSymbols(findSimilar),
  aboutSymbols(getCallers),
  aboutSymbols(getCallees),
  aboutSymbols(getImplementations),
  aboutSymbols(getReferences),
  aboutSymbols(getDependencies),
  aboutSymbols(getDependents),
  getTests,
  trace,
  listDirectory,
  getDirectoryTree,
  readFile,
  readMediaFile,
  getFileContext,
  listProjects,
  getStatus,
  indexFiles,
  indexCodebase,
  reindexWorkspace,
  getJob,
  explainPath,
  updateConfig,
  findDeadCode,
  findCycles,
  findHotspots,
  codragStatus,
  codragBuild,
  codragSearch,
  codragContext,
  codragTrace,
] as unknown as readonly ToolDefinition[];

export const TOOLS: readonly ToolDefinition[] = ALL.reduce(registerTool<ToolDefinition>, []);
