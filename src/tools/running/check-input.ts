/**
 * The check of a tool's input: under the names of its parameters, with their defaults. An error names each wrong parameter, its value and the allowed ones.
 */
import { z } from "zod";
import { invalidParameter } from "../../base/errors.js";
import { nth } from "../../base/need.js";
import { isObject } from "../../base/objects.js";
import { parameterMeant, squash } from "./guessed-names.js";
import { inputShape } from "./schema.js";
import type { ToolDefinition } from "./tool.js";

const checks = new WeakMap<ToolDefinition, z.ZodObject>();

/** The input with its defaults, checked. Throws `invalid_parameter` that names the parameters and what is allowed. */
export function checkInput(tool: ToolDefinition, args: unknown): Record<string, unknown> {
  let schema = checks.get(tool);
  if (!schema) {
    schema = z.object(inputShape(tool));
    checks.set(tool, schema);
  }
  return checkFields(schema, withNames(tool, args));
}

/** The arguments under the names that the tool's parameters have. */
function withNames(tool: ToolDefinition, args: unknown): unknown {
  if (!isObject(args)) return args;
  const named: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(args)) {
    const meant = nameNow(tool, name, args);
    const now = meant === "query" && Array.isArray(value) && Object.hasOwn(tool.input, "queries") ? "queries" : meant;
    // A caller who gives both means the parameter that the tool has.
    if (now === name || args[now] == null) named[now] = now === "path_filter" ? joinedPaths(value) : value;
  }
  return named;
}

/** The name of an argument's parameter: its own, its present one, or a guessed one. */
function nameNow(tool: ToolDefinition, name: string, args: Record<string, unknown>): string {
  const { aliases = {}, isExact } = tool;
  if (Object.hasOwn(aliases, name)) return aliases[name]!;
  const known = Object.keys(inputShape(tool));
  if (isExact || known.includes(name)) return name;
  return parameterMeant(name, freeOf(known, args)) ?? name;
}

/** The parameters that are not given under their own names. */
const freeOf = (known: readonly string[], args: Record<string, unknown>) => known.filter((name) => args[name] == null);

/** A list of paths as one path_filter. */
const joinedPaths = (value: unknown): unknown =>
  Array.isArray(value) && value.every((each) => typeof each === "string") ? value.join(",") : value;

/** Says what old and guessed names among the arguments are called; "" where there is none. */
export function aliasNote(tool: ToolDefinition, args: unknown): string {
  if (!isObject(args)) return "";
  const others = Object.keys(args)
    .filter((name) => args[name] !== null)
    .map((name) => ({ name, now: nameNow(tool, name, args) }))
    .filter(({ name, now }) => name !== now);
  return others.map(({ name, now }) => `${name} is called ${now} now.`).join(" ");
}

/** Problems that one error tells of. */
const MOST_PROBLEMS = 3;

/** The same for any object of parameters. */
export function checkFields(schema: z.ZodObject, args: unknown): Record<string, unknown> {
  if (!isObject(args)) throw invalidParameter("arguments", "must be an object of parameters");
  const known = Object.keys(schema.shape);
  const unknown = Object.keys(args).find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownParameter(unknown, known);
  // Some clients send null for what they leave out.
  const given = Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, asWanted(schema.shape[name] as z.ZodType, value)]),
  );
  const checked = schema.safeParse(given);
  if (checked.success) return checked.data;
  const firstOf = new Map<unknown, z.core.$ZodIssue>();
  for (const issue of checked.error.issues) if (!firstOf.has(issue.path[0])) firstOf.set(issue.path[0], issue);
  const [first, ...more] = [...firstOf.values()].slice(0, MOST_PROBLEMS).map((issue) => ({
    name: issue.path.join(".") || "arguments",
    problem: `${problemOf(issue, schema, given)}${givenInWords(issue, given)}`,
  }));
  const others = more.map(({ name, problem }) => `; ${name}: ${problem}`).join("");
  throw invalidParameter(first!.name, `${first!.problem}${others}`);
}

const LONGEST_GIVEN = 60;

/** `, not 500`: the value that was given, or its beginning. */
function givenInWords({ path }: z.core.$ZodIssue, given: Record<string, unknown>): string {
  const value = path.reduce<unknown>(
    (parent, step) => (parent as Record<PropertyKey, unknown> | undefined)?.[step],
    given,
  );
  if (value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "";
  if (typeof value === "string" && value.trim() === "") return "";
  const written = JSON.stringify(value) ?? "";
  if (written.length <= LONGEST_GIVEN) return `, not ${written}`;
  const size = typeof value === "string" ? `${value.length} characters` : Array.isArray(value) ? `${value.length}` : "";
  return size ? `; given are ${size}` : "";
}

/** A single value for a list is the list of it. Some clients send a list as its JSON, and numbers and booleans as text. */
function asWanted(parameter: z.ZodType, value: unknown): unknown {
  let type = parameter;
  while (type instanceof z.ZodOptional || type instanceof z.ZodDefault) type = type.unwrap() as z.ZodType;
  if (type instanceof z.ZodString && Array.isArray(value) && value.length === 1) return value[0];
  if (typeof value !== "string") return value;
  if (type instanceof z.ZodNumber && /^-?\d+(?:\.\d+)?$/.test(value.trim())) return Number(value);
  if (type instanceof z.ZodBoolean && /^(?:true|false)$/i.test(value.trim())) return /true/i.test(value);
  if (!(type instanceof z.ZodArray)) return value;
  if (!value.trimStart().startsWith("[")) return [value];
  try {
    return JSON.parse(value);
  } catch {
    return [value];
  }
}

function unknownParameter(name: string, known: string[]): Error {
  const nearest =
    known.find((other) => squash(other) === squash(name)) ?? known.find((other) => isOneEditAway(other, name));
  const hint = nearest ? `did you mean ${nearest}? ` : "";
  return invalidParameter(name.slice(0, 60), `there is no such parameter; ${hint}Known are ${known.join(", ")}`);
}

/** Whether one letter added, left out, changed, or swapped with its neighbour makes `b` of `a`. */
function isOneEditAway(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return Math.max(left.length, right.length) <= 1 || (left.length === 2 && left === [...right].reverse().join(""));
}

function problemOf(issue: z.core.$ZodIssue, schema: z.ZodObject, given: Record<string, unknown>): string {
  const parameter = schema.shape[String(issue.path[0])] as z.ZodType | undefined;
  const range = parameter && rangeInWords(parameter);
  if (issue.code === "invalid_type" && issue.path.length === 1 && given[String(issue.path[0])] === undefined)
    return `is required${parameter?.description ? `: ${parameter.description}` : ""}`;
  if (issue.code === "unrecognized_keys") return `has no field ${JSON.stringify(nth(issue.keys, 0).slice(0, 60))}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.map(String).join(", ")}`;
  if (issue.code === "invalid_type") return `must be ${withArticle(issue.expected)}${range}`;
  if (issue.code === "too_big" || issue.code === "too_small") {
    if (range && issue.path.length === 1) return `must be${range.replace(/^,/, "")}`;
    const bound = issue.code === "too_big" ? `at most ${issue.maximum}` : `at least ${issue.minimum}`;
    const unit = issue.origin === "string" ? " characters" : issue.origin === "array" ? " entries" : "";
    if (unit && issue.code === "too_small" && issue.minimum === 1) return "must not be empty";
    return `must ${unit ? "have" : "be"} ${bound}${unit}`;
  }
  return issue.message;
}

const withArticle = (type: string) =>
  type === "int" ? "a whole number" : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;

/** `, from 1 to 50`, or nothing where the parameter is not a bounded number. */
function rangeInWords(parameter: z.ZodType): string {
  const { type, minimum, maximum } = z.toJSONSchema(parameter, { io: "input" }) as Record<string, unknown>;
  if (type !== "integer" && type !== "number") return "";
  return minimum !== undefined && maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER
    ? `, from ${minimum} to ${maximum}`
    : "";
}
