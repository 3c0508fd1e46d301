import { z } from "zod";
import { minConfidence } from "../format/symbols.js";
import { type CodeSymbol, isCallable, isContainer } from "../graph/symbol.js";
import getCallees from "./get-callees.js";
import getCallers, { callersBesideReferences } from "./get-callers.js";
import getDependencies from "./get-dependencies.js";
import getDependents from "./get-dependents.js";
import getImplementations, { implementationsBesideReferences } from "./get-implementations.js";
import getReferences, { LISTED_BESIDE, type ListedBeside, referencesBeside } from "./get-references.js";
import { defineTool } from "./running/tool.js";
import {
  type AnyTool,
  answerEach,
  briefGroups,
  chosen,
  type Question,
  renderGroups,
  severalShape,
} from "./shared/about-symbols.js";
import { listFilter } from "./shared/list-filter.js";
import * as params from "./shared/params.js";
import { settingsAmong, settingTool, withSettings } from "./shared/settings.js";
import { readSubjects, withOutside } from "./shared/subjects.js";

/** The tool that answers each relation. */
const TOOLS = {
  callers: getCallers,
  callees: getCallees,
  references: getReferences,
  implementations: getImplementations,
  dependencies: getDependencies,
  dependents: getDependents,
} as const;
type Relation = keyof typeof TOOLS;
const RELATIONS = Object.keys(TOOLS) as [Relation, ...Relation[]];

export default defineTool({
  name: "get_relations",
  title: "Relations of symbols",
  toolset: "symbols",
  core: true,
  description:
    "All usages: who calls it, who uses it, which classes implement it, what it calls and imports: use it to rename, remove or change a function, method, class or interface safely, for what would break, and whether it is still used anywhere. Each call site by file and line; what could not be resolved is counted.",
  readOnly: true,
  idempotent: true,
  cost: 2,
  command: { name: "relations", positional: ["symbols"] },
  input: {
    symbols: params.symbols.describe(params.SYMBOLS),
    relations: z
      .array(z.enum(RELATIONS))
      .min(1)
      .max(RELATIONS.length)
      .optional()
      .describe("Default by kind. references: every use; dependents: of a type or file with its members."),
    depth: z.int().min(1).max(5).optional().describe("Callers of callers; default 1, of implementations all."),
    min_confidence: minConfidence,
    ...listFilter,
    limit: params.limit(200, 1000),
  },
  output: severalShape,
  // Only words point from other lists to the references.
  brief: ({ groups, ...output }) => briefGroups({ ...output, groups: groups?.map(withoutPointer) }, toolOf),
  async run({ symbols, relations, ...rest }, context) {
    const read = await readSubjects(context, symbols);
    const isAboutUses = relations === undefined || relations.some(isOfUses);
    const settings = isAboutUses ? await settingsAmong(context, read) : { groups: [], subjects: read };
    const subjects = isAboutUses ? withOutside(settings.subjects) : settings.subjects;
    const questions = chosen(subjects).flatMap((symbol) => {
      const asked = symbol.outside ? relations?.filter(isOfUses) : withReads(relations, symbol);
      return (asked ?? usualOf(symbol)).map((relation, _, all): Question => {
        return questionOf(relation, symbol, askedOf(relation, { relations, ...rest }), all);
      });
    });
    return withSettings(settings.groups, context, (left) => answerEach(questions, subjects, left));
  },
  render: (output, { symbols: _symbols, ...rest }) =>
    renderGroups(output, toolOf, ({ relation }) => askedOf(relation as Relation, rest)),
});

/** The relations that are asked about a symbol. A property is read, which is not a call: its references are told beside its callers. */
function withReads(
  relations: readonly Relation[] | undefined,
  { primary }: CodeSymbol,
): readonly Relation[] | undefined {
  const isOfCallers = relations?.includes("callers") === true && !relations.includes("references");
  return isOfCallers && primary.nodeType === "property" ? [...relations, "references"] : relations;
}

/** The parameters of a relation. A call that names no relations means callers of callers by its depth, and not callees of callees. */
function askedOf<Rest extends { relations?: unknown; depth?: unknown }>(
  relation: Relation,
  { relations, ...rest }: Rest,
): Omit<Rest, "relations"> {
  return relations === undefined && relation === "callees" ? { ...rest, depth: undefined } : rest;
}

/** The tools whose words point to the references. */
const BESIDE_REFERENCES: Partial<Record<Relation, AnyTool>> = {
  callers: callersBesideReferences,
  implementations: implementationsBesideReferences,
};

/** The tool of a group. `beside`: the other lists about the symbol that say what this one leaves out. */
function toolOf({ relation, beside }: Record<string, unknown>): AnyTool {
  if (relation === "setting") return settingTool;
  const others = (beside ?? []) as readonly Relation[];
  if (others.length === 0) return TOOLS[relation as Relation];
  if (relation === "references") return referencesBeside(others.filter(isListedBeside));
  return BESIDE_REFERENCES[relation as Relation] ?? TOOLS[relation as Relation];
}

function withoutPointer({ beside, ...group }: Record<string, unknown>): Record<string, unknown> {
  return group.relation === "references" && beside !== undefined ? { beside, ...group } : group;
}

const isListedBeside = (relation: Relation): relation is ListedBeside => relation in LISTED_BESIDE;

/** The other requested lists that a list points to. */
function besideOf(relation: Relation, all: readonly Relation[]): Relation[] {
  if (relation === "references") return all.filter(isListedBeside);
  return isListedBeside(relation) ? all.filter((each) => each === "references") : [];
}

/** Whether a relation lists uses of a symbol: these are known of symbols outside of the index as well. */
const isOfUses = (relation: Relation): boolean => TOOLS[relation].takesOutside === true;

/** The relations that are asked about most of a symbol of its kind. */
function usualOf({ primary, outside }: CodeSymbol): Relation[] {
  if (outside) return outside.isBase ? ["implementations", "references"] : ["references"];
  if (primary.ordinal === 0) return ["dependents", "dependencies"];
  if (isCallable(primary.nodeType)) return ["callers", "callees"];
  return isContainer(primary.nodeType) ? ["implementations", "references"] : ["references"];
}

/** The question in the words of the tool that answers it, which may know fewer parameters, and its defaults for the others. */
function questionOf(
  relation: Relation,
  symbol: CodeSymbol,
  rest: Record<string, unknown>,
  all: readonly Relation[],
): Question {
  const beside = besideOf(relation, all);
  const tool = toolOf({ relation, beside });
  const { node_id: _symbol, ...input } = z.object(tool.input).parse({ ...rest, node_id: symbol.primary.nodeId });
  return { tool, relation, ...(beside.length > 0 && { beside }), symbol, input };
}
