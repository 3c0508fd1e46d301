import getDirectoryTree from "../../tools/get-directory-tree.js";
import getStatus from "../../tools/get-status.js";
import overview from "../../tools/overview.js";
import { fromList } from "../resources/completions.js";
import { projectUri } from "../resources/uri.js";
import workspaceStats from "../resources/workspace-stats.js";
import { projectArgument } from "./arguments.js";
import { answersTo } from "./embed.js";
import { definePrompt, type PromptContent } from "./prompt.js";

const FOCUSES = ["architecture", "patterns", "dependencies", "testing", "security", "performance", "data model", "API"];

export default definePrompt({
  name: "workspace-overview",
  title: "Get to know a repository",
  description: "Describes a repository to somebody who opens it for the first time.",
  arguments: [
    {
      name: "focus",
      title: "Focus",
      description: "A subject to look at more closely, such as architecture or testing.",
      suggest: fromList(FOCUSES),
    },
    projectArgument,
  ],
  async render({ focus }, context) {
    const { project, has } = context;
    const search = has("codebase_retrieval") ? "codebase_retrieval" : "search_code";
    const graph = has("get_dependencies") ? "get_dependencies" : "get_relations";
    const ways = [
      "overview",
      "get_directory_tree",
      "search_docs",
      search,
      "get_file_outline",
      graph,
      "get_file_context",
    ];
    const wanted = [
      "Structure: the main folders and what each is for.",
      "Architecture: the parts, how they depend on each other, and the decisions that shape them.",
      "Technologies: languages, frameworks and tools.",
      "Entry points: where it starts, and the files to read first.",
      ...(focus === undefined ? [] : [`${focus}: in detail, with the places in the code that show it.`]),
    ];
    const text = [
      `Describe ${project ? `the repository ${project.name}` : "this repository"} to somebody who opens it for the first time:`,
      "",
      ...wanted.map((each, index) => `${index + 1}. ${each}`),
      "",
      `Go by what the index says: ask ${ways.filter(has).slice(0, 6).join(", ")}, in this order. Name the file for everything that you claim, and say what you did not look at.`,
    ].join("\n");
    const content: PromptContent[] = [{ type: "text", text }];
    const tree = { tool: getDirectoryTree, input: { depth: 2 }, tokens: 1500, title: "Its folders:" };
    const about = { tool: overview, input: {}, tokens: 2000, title: "Its purpose and how it is built up:" };
    const status = { tool: getStatus, input: {}, tokens: 500, title: "Its index:" };
    content.push(...(await answersTo([status, about, tree], context)));
    if (project)
      content.push({
        type: "resource_link",
        uri: projectUri(project.projectId, "workspace/stats"),
        name: "workspace-stats",
        title: `The parts of ${project.name}`,
        description: workspaceStats.description,
        mimeType: "application/json",
        annotations: workspaceStats.annotations,
      });
    return content;
  },
});
