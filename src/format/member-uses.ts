/** Uses that a list does not hold: of the members of a type, and through what a symbol implements or overrides. */
import { z } from "zod";
import type { MemberUses } from "../graph/calls/member-uses.js";
import type { SymbolHead } from "../store/symbol-heads.js";
import { countOf } from "./counts.js";
import { withSignature } from "./symbols.js";

/** Characters for the places of the uses of members: those of the most used ones first. */
const MOST_PLACES = 1200;
const MOST_MEMBERS = 40;

export const memberUsesShape = z
  .object({
    total: z.int().describe("Members that are used from outside; a lower bound where not `whole`."),
    uses: z.int(),
    whole: z.boolean(),
    most_used: z.array(
      z.object({
        node_id: z.string(),
        name: z.string(),
        uses: z.int(),
        at: z
          .string()
          .optional()
          .describe("`src/a.ts:5, 9; src/b.ts:3`: places beside the results, of the first members."),
      }),
    ),
  })
  .describe("Of a type: uses of its members from outside it, which are not among the results.");
type MemberUsesFields = z.infer<typeof memberUsesShape>;

/** `listed`: the places (`src/a.ts:5`) that the answer has already, as those of `Cart.empty()` among the uses of Cart. */
export function memberUsesFields(
  { members, isWhole }: { members: MemberUses[]; isWhole: boolean },
  listed: ReadonlySet<string>,
): MemberUsesFields {
  let room = MOST_PLACES;
  const isOverload = ({ nodeId, name }: SymbolHead) =>
    members.some(({ head }) => head.name === name && head.nodeId !== nodeId);
  const shown = members.slice(0, MOST_MEMBERS).map(({ head, uses, lines }) => {
    const places = [...lines].flatMap(([path, numbers]) => placesOf(path, numbers, listed)).join("; ");
    const hasRoom = places !== "" && places.length <= room;
    if (hasRoom) room -= places.length;
    const name = isOverload(head) ? withSignature(head.name, head.parameterSignature) : head.name;
    return { node_id: head.nodeId, name, uses, ...(hasRoom && { at: places }) };
  });
  return {
    total: members.length,
    uses: members.reduce((sum, { uses }) => sum + uses, 0),
    whole: isWhole,
    most_used: shown,
  };
}

function placesOf(path: string, lines: readonly number[], listed: ReadonlySet<string>): string[] {
  const others = lines.filter((line) => !listed.has(`${path}:${line}`));
  return others.length === 0 ? [] : [`${path}:${others.join(", ")}`];
}

/** Rows of the members: `login 5  src/app.ts:5, 9, 12, 14, 20`; those without places in one row. */
function memberRows({ total, most_used }: MemberUsesFields): string[] {
  const more = total - most_used.length;
  const told = most_used.flatMap(({ name, uses, at }) => (at === undefined ? [] : [`${name} ${uses}  ${at}`]));
  const others = most_used.flatMap(({ name, uses, at }) => (at === undefined ? [`${name} ${uses}`] : []));
  if (more > 0) others.push(`and ${more} more`);
  return others.length > 0 ? [...told, others.join(", ")] : told;
}

/** The uses of members in words; nothing where there are none. */
export function memberUsesLines(fields: MemberUsesFields | undefined): string[] {
  if (fields === undefined || fields.total === 0) return [];
  const { total, uses, whole } = fields;
  const counts = `${countOf(uses, "line", { more: !whole })}, of ${countOf(total, "member", { more: !whole })}`;
  return ["", `Uses of its members from outside it, ${counts}:`, ...memberRows(fields).map((row) => `  ${row}`)];
}

/** The brief form has the same rows. */
export function briefMemberUses(fields: MemberUsesFields | undefined) {
  if (fields === undefined || fields.total === 0) return undefined;
  const { total, uses, whole } = fields;
  return { total, uses, capped: !whole, of: memberRows(fields) };
}

export const usedThroughShape = z
  .array(z.object({ node_id: z.string(), qualified_name: z.string(), uses: z.int() }))
  .describe(
    "Bases of it, with uses of their members and of an interface by its name, at this confidence: they may come here. They are not among the results.",
  );
type UsedThrough = z.infer<typeof usedThroughShape>;

/** The bases through which a symbol may be used, as fields. */
export const usedThroughFields = (bases: readonly { base: SymbolHead; uses: number }[]): UsedThrough =>
  bases.map(({ base, uses }) => ({ node_id: base.nodeId, qualified_name: base.qualifiedName, uses }));

/** The same in words. */
export function usedThroughLines(bases: UsedThrough = [], list: "references" | "dependents"): string[] {
  if (bases.length === 0) return [];
  return [
    "",
    ...bases.map(
      ({ node_id, qualified_name, uses }) =>
        `Not listed: ${countOf(uses, "use")} through ${qualified_name} [${node_id}], which it implements or overrides: they may come here. Ask for the ${list} of that one.`,
    ),
  ];
}
