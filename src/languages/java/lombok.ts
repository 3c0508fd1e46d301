/**
 * Members that annotations of Lombok add to a type: accessors, copies, constructors, builders and loggers. They are read as Lombok's own documentation
 * tells (https://projectlombok.org/features); what a `lombok.config` changes is not known here.
 */
import { nth } from "../../base/need.js";
import type { AddedMember } from "../../model/parse-result.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import { type Declarations, parameterName, parametersOf } from "./declarations.js";
import { readHead } from "./heads.js";

/** Annotations of Lombok by their names, with the text of what they are given. */
type Annotations = ReadonlyMap<string, string>;

interface Field {
  name: string;
  isBoolean: boolean;
  isStatic: boolean;
  isFinal: boolean;
  hasValue: boolean;
  annotations: Annotations;
}

/** A type with annotations of Lombok. */
interface Annotated {
  annotations: Annotations;
  fields: Field[];
  /** Its own methods: Lombok adds none of the same name. */
  methods: ReadonlySet<string>;
  constructors: { annotations: Annotations; parameters: string[] }[];
}

const LOGGERS = ["Slf4j", "XSlf4j", "Log", "Log4j", "Log4j2", "CommonsLog", "JBossLog", "Flogger", "CustomLog"];

/** Adds to the types of a file the members that Lombok makes. */
export function addLombok(d: Declarations): void {
  const isUsed = d.imports.some(({ specifier }) => isOfLombok(specifier)) || d.tree.source.includes("@lombok.");
  if (!isUsed) return;
  d.symbols.forEach((symbol, index) => {
    if (!/^(?:class|enum|record)$/.test(symbol.kind)) return;
    const added = membersOf(readType(d, index));
    if (added.length > 0) symbol.addedMembers = added;
  });
}

const isOfLombok = (name: string) => name === "lombok" || name.startsWith("lombok.");

function readType(d: Declarations, type: number): Annotated {
  const read: Annotated = {
    annotations: annotationsAt(d, nth(d.nodes, type)),
    fields: [],
    methods: new Set(),
    constructors: [],
  };
  const methods = new Set<string>();
  for (let index = type + 1; index < d.symbols.length; index++) {
    const { parent, kind, name } = symbolOf(d, index);
    if (parent !== type) continue;
    const node = nth(d.nodes, index);
    if (kind === "method") methods.add(name);
    else if (kind === "constructor")
      read.constructors.push({ annotations: annotationsAt(d, node), parameters: namesOfParameters(d.tree, node) });
    else if (/^(?:field|constant|property)$/.test(kind) && d.tree.type(node) !== "enum_constant")
      read.fields.push(readField(d, index));
  }
  return { ...read, methods };
}

function namesOfParameters(tree: SyntaxTree, node: number): string[] {
  const list = tree.child(node, "parameters");
  const names = list === -1 ? [] : parametersOf(tree, list).map((each) => parameterName(tree, each));
  return names.map((name) => (name === -1 ? "" : tree.text(name)));
}

function readField(d: Declarations, index: number): Field {
  const { tree } = d;
  const node = nth(d.nodes, index);
  const declarator = tree.type(node) === "variable_declarator";
  const head = declarator ? tree.parent(node) : node;
  const { words } = readHead(tree, head);
  const { name, declaredType } = symbolOf(d, index);
  const isBoolean =
    declaredType?.kind === "named" && declaredType.root.in === "free" && declaredType.root.name === "boolean";
  return {
    name,
    isBoolean,
    isStatic: words.has("static"),
    isFinal: words.has("final") || !declarator,
    hasValue: tree.child(node, "value") !== -1,
    annotations: annotationsAt(d, head),
  };
}

function annotationsAt({ tree, imports }: Declarations, node: number): Annotations {
  const found = new Map<string, string>();
  const modifiers = tree.childOfType(node, "modifiers");
  if (modifiers === -1) return found;
  for (const child of tree.children(modifiers)) {
    if (!tree.type(child).endsWith("annotation")) continue;
    const written = tree.text(tree.child(child, "name")).replace(/\s+/g, "");
    const name = written.slice(written.lastIndexOf(".") + 1);
    const isImported = imports.some(
      ({ specifier, imported }) => isOfLombok(specifier) && (imported === "*" || imported === name),
    );
    const list = tree.child(child, "arguments");
    if (name === written ? isImported : isOfLombok(written)) found.set(name, list === -1 ? "" : tree.text(list));
  }
  return found;
}

function membersOf(type: Annotated): AddedMember[] {
  const { annotations, fields, methods } = type;
  const added = [
    ...fields.flatMap((field) => accessorsOf(annotations, field)),
    ...makersOf(type),
    ...buildersOf(type),
  ].filter(({ name }) => !methods.has(name));
  if (LOGGERS.some((name) => annotations.has(name))) added.push({ name: "log", kind: "log", fields: [] });
  return added;
}

/** The methods that read and set a field, and that copy its object with another value of it. */
function accessorsOf(type: Annotations, field: Field): AddedMember[] {
  const { annotations: own, name, isBoolean, isStatic, isFinal } = field;
  // An annotation of the type is meant for the fields of its objects.
  const said = (annotation: string, isWhole: boolean) =>
    own.get(annotation) ?? (isStatic ? undefined : (type.get(annotation) ?? (isWhole ? "" : undefined)));
  const isAsked = (given: string | undefined) => given !== undefined && !/\bNONE\b/.test(given);
  const style = own.get("Accessors") ?? type.get("Accessors") ?? "";
  const isFluent = isSet(style, "fluent");
  const isPrefixed = isBoolean && /^is\p{Lu}/u.test(name);
  const word = isPrefixed ? name.slice(2) : name.slice(0, 1).toUpperCase() + name.slice(1);
  const added: AddedMember[] = [];
  const add = (kind: AddedMember["kind"], made: string) => added.push({ name: made, kind, fields: [name] });
  if (isAsked(said("Getter", type.has("Data") || type.has("Value"))))
    add("read", isFluent ? name : `${isBoolean ? "is" : "get"}${word}`);
  const isConstant = isFinal || (type.has("Value") && !own.has("NonFinal"));
  if (isAsked(isConstant ? own.get("Setter") : said("Setter", type.has("Data"))))
    add(isFluent || isSet(style, "chain") ? "chain" : "set", isFluent ? name : `set${word}`);
  if (isAsked(said("With", false) ?? said("Wither", false))) add("copy", `with${word}`);
  return added;
}

/** The constructors, and the static methods that stand in their place. */
function makersOf({ annotations, fields, constructors }: Annotated): AddedMember[] {
  const own = fields.filter(({ isStatic }) => !isStatic);
  const isWhole = annotations.has("Value");
  const all = own.filter(({ isFinal, hasValue }) => !hasValue || !(isFinal || isWhole));
  const required = own.filter(
    ({ isFinal, hasValue, annotations: its }) => !hasValue && (isFinal || isWhole || its.has("NonNull")),
  );
  const asked = ["NoArgsConstructor", "RequiredArgsConstructor", "AllArgsConstructor"];
  const taken = [[], required, all];
  const makers = asked.flatMap((name, index) => {
    const given = annotations.get(name);
    return given === undefined ? [] : [makerOf(textOf(given, "staticName"), taken[index] ?? [])];
  });
  if (makers.length > 0 || constructors.length > 0) return makers;
  const [data, value] = [annotations.get("Data"), annotations.get("Value")];
  if (value !== undefined || isBuilt(annotations)) return [makerOf(textOf(value ?? "", "staticConstructor"), all)];
  return data === undefined ? [] : [makerOf(textOf(data, "staticConstructor"), required)];
}

function makerOf(name: string | undefined, fields: readonly Field[]): AddedMember {
  return { name: name ?? "", kind: "make", fields: fields.map((field) => field.name) };
}

const isBuilt = (annotations: Annotations) => annotations.has("Builder") || annotations.has("SuperBuilder");

/** The methods that give a builder, and the builder's methods that add one item to a collection. */
function buildersOf({ annotations, fields, constructors }: Annotated): AddedMember[] {
  const built = constructors.find((each) => each.annotations.has("Builder"));
  const given = annotations.get("Builder") ?? annotations.get("SuperBuilder") ?? built?.annotations.get("Builder");
  if (given === undefined) return [];
  const isWhole = annotations.has("Value");
  const settable = fields.filter(
    ({ isStatic, isFinal, hasValue, annotations: its }) =>
      !isStatic && (!hasValue || its.has("Default") || !(isFinal || isWhole)),
  );
  const names = built === undefined ? settable.map(({ name }) => name) : built.parameters;
  const added: AddedMember[] = [
    { name: textOf(given, "builderMethodName") ?? "builder", kind: "builder", fields: names },
  ];
  if (isSet(given, "toBuilder")) added.push({ name: "toBuilder", kind: "builder", fields: names });
  for (const { name, annotations: its } of settable) {
    const singular = its.get("Singular");
    if (singular === undefined) continue;
    const item = textOf(singular, "value") ?? /"(\w+)"/.exec(singular)?.[1] ?? singularOf(name);
    added.push({ name: item, kind: "item", fields: [name] });
  }
  return added;
}

/** One of several: `entry` of `entries`, `tag` of `tags`. */
function singularOf(name: string): string {
  return name.replace(/ies$/, "y").replace(/(?<=[sx]|[cs]h)es$|(?<=[^su])s$/, "");
}

/** Whether a value of an annotation is true. */
function isSet(given: string, key: string): boolean {
  return new RegExp(`\\b${key}\\s*=\\s*true\\b`).test(given);
}

/** A text that an annotation is given; undefined where it is not, or empty. */
function textOf(given: string, key: string): string | undefined {
  return new RegExp(`\\b${key}\\s*=\\s*"(\\w+)"`).exec(given)?.[1];
}
