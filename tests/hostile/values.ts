/** Values as a hostile caller may send them: made from a schema, and then spoiled. */
import fc, { type Arbitrary } from "fast-check";
import { RESOURCES } from "../../src/mcp/resources/index.js";

/** Names of things that exist: without such words, most requests would end at the door. */
export interface Known {
  who: readonly string[];
  projects: readonly string[];
  paths: readonly string[];
  symbols: readonly string[];
  nodeIds: readonly string[];
  /** Of jobs and tasks. */
  ids: readonly string[];
  sessions: readonly string[];
  /** Folders of the machine, in the repositories and elsewhere. */
  folders: readonly string[];
}

export const HOSTILE = [
  "",
  " ",
  "..",
  "../../../../etc/passwd",
  "/etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "%00",
  "a\0b",
  "\0",
  "C:\\Windows\\win.ini",
  "\\\\server\\share",
  "file:///etc/passwd",
  "~/.ssh/id_rsa",
  "/proc/self/environ",
  ".env",
  ".git/config",
  "hidden/plan.ts",
  "way-out/passwd",
  "src/settings.ts",
  "'; drop table projects; --",
  '" or 1=1 --',
  "%' or '1'='1",
  "$(id)",
  "`id`",
  "{{7*7}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant as it stands.
  "${7*7}",
  "%s%n%d",
  "<script>alert(1)</script>",
  "\r\nSet-Cookie: a=b",
  "\u202Eevil",
  "\u200B",
  "\uFEFF",
  "\uD800",
  "\uDC00x",
  "e\u0301",
  "ﬁle",
  "İ",
  "🧑‍🚀",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "prototype",
  "NaN",
  "Infinity",
  "null",
  "undefined",
  "-0",
  "1e999",
  "0x10",
  "99999999999999999999",
  "*",
  "**",
  "**/*",
  "[",
  "[a-",
  "(",
  "\\",
  "{a,b",
  "!",
  "-rf",
  "--help",
  "HEAD~1",
  "@{u}",
  "main..evil",
  "\x1b[31mred",
  "A".repeat(5000),
  "a/".repeat(2000),
  "é".repeat(300),
  "*".repeat(300),
  "{".repeat(200),
  "(".repeat(500),
];

/** Any JSON value, and those that break what is sure of itself. */
export const anything: Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    1e308,
    5e-324,
    [],
    {},
    [[]],
    [null],
    [{}],
  ),
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 5 }),
  fc.dictionary(fc.constantFrom(...HOSTILE), fc.constantFrom<unknown>(1, "a", null, {}), { maxKeys: 3 }),
);

export interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** Which of the known words a field of this name wants. */
export function wordsFor(name: string, known: Known): readonly string[] {
  if (/^project/.test(name)) return [...known.projects, "*", known.projects.join(",")];
  if (/uri/i.test(name)) return urisOf(known);
  if (/^(paths?|file|folder|in)$|path/i.test(name)) return [...known.paths, ...known.folders];
  if (/node|^to$/.test(name)) return known.nodeIds;
  if (/job|task|id$/i.test(name)) return known.ids;
  if (/cursor|seen/.test(name)) return ["MjA", "0:", "1:", "20", "eyJvZmZzZXQiOjIwfQ"];
  return [...known.symbols, ...known.paths];
}

export const urisOf = ({ projects, paths }: Known): string[] =>
  RESOURCES.flatMap(({ path }) =>
    [...projects.map((project) => `codeindex://${project}/${path}`), `codeindex://${path}`].map((uri) =>
      uri.replace(/\{[^}]*\}/g, () => paths[uri.length % paths.length]!),
    ),
  );

/** Values that a schema allows, or nearly. */
export function fromSchema(schema: JsonSchema, known: Known, name = "", defs = schema.$defs ?? {}): Arbitrary<unknown> {
  const inner = (one: JsonSchema, as = name) => fromSchema(one, known, as, defs);
  if (schema.$ref) {
    const named = defs[schema.$ref.replace("#/$defs/", "")];
    return named ? inner(named) : anything;
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return fc.oneof(...choices.map((each) => inner(each)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === "string") {
    const words = wordsFor(name, known);
    return fc.oneof(
      { weight: 6, arbitrary: words.length > 0 ? fc.constantFrom(...words) : fc.string() },
      { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
      { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    );
  }
  if (schema.type === "integer" || schema.type === "number") {
    const { minimum: min = -10, maximum: max = 1000 } = schema;
    const plain = fc.integer({ min: Math.ceil(Math.max(min, -1e6)), max: Math.floor(Math.min(max, 1e6)) });
    return fc.oneof(
      { weight: 5, arbitrary: plain },
      { weight: 1, arbitrary: fc.constantFrom(min, max, min - 1, max + 1, 2 ** 31, 2 ** 53, -1, 0.5, -0) },
    );
  }
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "array") {
    const mostly = { maxLength: Math.min(schema.maxItems ?? 4, 4) };
    return schema.items ? fc.array(inner(schema.items), mostly) : fc.array(anything, mostly);
  }
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([key, field]) => [key, inner(field, key)] as const);
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  }
  return anything;
}

/** The same with a field, now and then, that is something else, left out, or too many. */
export function spoiled(values: Arbitrary<unknown>): Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), how: fc.constantFrom("other", "gone", "more", "listed"), value: anything });
  const one = fc.tuple(values, change).map(([given, { at, how, value }]) => {
    if (typeof given !== "object" || given === null || Array.isArray(given)) return value;
    const keys = Object.keys(given);
    const key = keys[at % Math.max(1, keys.length)] ?? "x";
    const rest: Record<string, unknown> = { ...given };
    if (how === "gone") delete rest[key];
    else if (how === "listed") rest[key] = [rest[key]];
    else rest[how === "more" ? HOSTILE[at % HOSTILE.length]! : key] = value;
    return rest;
  });
  return fc.oneof({ weight: 3, arbitrary: values }, { weight: 2, arbitrary: one }, { weight: 1, arbitrary: anything });
}

/** JSON as text, now and then as no serializer would write it. */
export function inJson(values: Arbitrary<unknown>): Arbitrary<string> {
  const ways: ((text: string) => string)[] = [
    (text) => text.replace(/^\{/, '{"__proto__":{"polluted":1},'),
    (text) => text.replace(/^\{/, '{"constructor":{"prototype":{"polluted":1}},'),
    (text) => text.replace(/^\{/, '{"name":"other","params":null,"jsonrpc":"1.0","id":{},'),
    (text) => text.replace(/:"[^"]*"/, ":NaN"),
    (text) => text.replace(/:"[^"]*"/, ":1e999"),
    (text) => text.replace(/:"[^"]*"/, ":-0"),
    (text) => text.replace(/"([^"]*)"/, '"\\ud800$1"'),
    (text) => text.replace(/:"([^"]*)"/, ':"\\u0000$1"'),
    (text) => `\uFEFF${text}`,
    (text) => `${text}${text}`,
    (text) => text.slice(0, text.length / 2),
    (text) => `[${text},${text}]`,
    (text) => `[${text}]`,
    (text) => `${"[".repeat(200)}${text}${"]".repeat(200)}`,
    () => `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
    (text) => text.replace(/\}$/, `,"more":"${"x".repeat(100_000)}"}`),
    (text) => text.replace(/\}$/, `,"more":[${"1,".repeat(50_000)}1]}`),
    () => "",
    () => "null",
    () => '"text"',
    () => "\0",
  ];
  const texts = values.map((value) => JSON.stringify(value) ?? "");
  return fc.oneof(
    { weight: 9, arbitrary: texts },
    { weight: 1, arbitrary: fc.tuple(texts, fc.constantFrom(...ways)).map(([text, way]) => way(text)) },
  );
}
