/** Props that a component has in the type of its parameter: `({ size }: { size: string; title?: string })`. Pure. */
import { lengthUpTo, splitTop } from "./split.js";

/** How the props of a component changed, where the types of all others are as before. */
export interface PropChange {
  /** Those that tags may not give any more. */
  gone: string[];
  /** Those that each tag has to give now. */
  asked: string[];
}

interface Prop {
  type: string;
  isOptional: boolean;
}

/** Attributes of other names are checked in another way. */
const MEMBER = /^(?:readonly\s+)?([A-Za-z_$][\w$]*)(\?)?\s*:\s*(.+)$/s;
/** Members without a mark between them. */
const NEXT_LINE = /\n\s*[\w$]+\??\s*:/;

/** The change of the props of two signatures; null where one of them has its props elsewhere, or a prop has another type. */
export function propChange(before: string | null, after: string | null): PropChange | null {
  const [old, now] = [propsOf(before), propsOf(after)];
  if (old === null || now === null) return null;
  for (const [name, { type }] of now) if (old.has(name) && old.get(name)?.type !== type) return null;
  return {
    gone: [...old.keys()].filter((name) => !now.has(name)),
    asked: [...now]
      .filter(([name, prop]) => !prop.isOptional && old.get(name)?.isOptional !== false)
      .map(([name]) => name),
  };
}

/** The props in a signature, none where it has no parameters; null where they are no type of one parameter that stands there. */
function propsOf(signature: string | null): Map<string, Prop> | null {
  const text = (signature ?? "()").trim();
  if (!text.startsWith("(") || !text.endsWith(")")) return null;
  const parameters = splitTop(text.slice(1, -1), ",").filter((part) => part !== "");
  if (parameters.length === 0) return new Map();
  const [declared = ""] = splitTop(parameters[0] ?? "", "=");
  const type = splitTop(declared, ":").slice(1).join(":");
  if (parameters.length > 1 || !type.startsWith("{") || lengthUpTo(type, "}") !== type.length) return null;
  const members = splitTop(type.slice(1, -1), type.includes(";") ? ";" : ",").filter((part) => part !== "");
  const props = new Map<string, Prop>();
  for (const member of members) {
    const [, name = "", mark, of = ""] = MEMBER.exec(member) ?? [];
    if (name === "" || NEXT_LINE.test(of)) return null;
    props.set(name, { type: of.replaceAll(/\s+/g, ""), isOptional: mark !== undefined });
  }
  return props;
}
