/** Python: attributes that give another value than the class holds: SQLAlchemy's `Mapped[User]`, and classes with `__get__`. */
import { type External, type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";

/** Members that SQLAlchemy's attributes have themselves, when a class is asked for them: parts of queries. */
const OF_QUERIES: ReadonlySet<string> = new Set(
  "and_ any asc between bool_op cast collate concat contains desc distinct endswith expression has icontains iendswith ilike in_ is_ is_distinct_from is_not is_not_distinct_from isnot istartswith label like match not_ilike not_in not_like notin_ nulls_first nulls_last nullsfirst nullslast of_type op operate property regexp_match regexp_replace self_group startswith".split(
    " ",
  ),
);

/** Whether a value is an attribute of SQLAlchemy, `user: Mapped[User]`: it gives a value of its type argument. */
function isMapped(place: Place): place is External {
  if (place.is !== "external" || place.args?.length !== 1) return false;
  return place.type === "Mapped" && place.module?.startsWith("sqlalchemy") === true;
}

/** The value that an attribute of an instance gives; any other value as it is. */
export function heldBy(program: Program, place: Place): Place {
  if (!isMapped(place)) return place;
  const [held] = place.args ?? [];
  return held === undefined ? UNKNOWN : program.evaluate.typedValue(program, held);
}

/** The part of an attribute at a key that its value does not know: a part of a query, or plain data of a column. */
export function itemOfAttribute(place: Place): Place {
  if (place.is !== "external") return UNKNOWN;
  return { is: "external", module: place.module, name: "Mapped.item", type: "Mapped.item" };
}

/** The member of the value that an attribute gives; null where the attribute has it itself, or the place is not an attribute. */
export function memberOfHeld(program: Program, place: External, name: string): Place | null {
  if (!isMapped(place) || OF_QUERIES.has(name)) return null;
  const member = program.evaluate.step(program, heldBy(program, place), name, null);
  return member.is === "missing" || member.is === "unknown" ? null : member;
}

/** Whether a class of the project may be a descriptor. */
export function hasDescriptors({ index }: Program): boolean {
  return (index.counts[index.intern("__get__")] ?? 0) > 0;
}
