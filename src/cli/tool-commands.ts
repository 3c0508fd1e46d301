/** Makes a command of each tool's definition: its parameters are the options, its text the output. */
import { type Command, Option } from "commander";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { present } from "../base/need.js";
import { visible } from "../base/visible.js";
import { inputJsonSchema } from "../tools/running/schema.js";
import type { ToolDefinition } from "../tools/running/tool.js";
import { connectService, type Service, serviceUrl } from "./service.js";
import { resolveSymbol } from "./symbol-argument.js";

interface Parameter {
  name: string;
  type: string;
  description: string;
  isRequired: boolean;
  fallback: unknown;
  choices: string[] | undefined;
  range: string | null;
}

interface JsonParameter {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

/** Parameters that every tool has, and that have options of their own. */
const COMMON = new Set(["project_id", "max_tokens", "detail"]);

/** Adds a command for each tool, under a short name and the tool's own name; none for a tool that has a command of its own. */
export function addToolCommands(program: Command, tools: readonly ToolDefinition[]): void {
  for (const tool of tools) {
    const name = commandName(tool);
    if (program.commands.some((command) => command.name() === name)) continue;
    const command = program
      .command(name, { hidden: tool.toolset === "codrag" })
      .summary(summaryOf(tool))
      .description(tool.description);
    if (name !== tool.name) command.alias(tool.name);
    const parameters = parametersOf(tool).filter((parameter) => !COMMON.has(parameter.name));
    const positional = (tool.command?.positional ?? []).map((each) =>
      present(parameters.find(({ name }) => name === each)),
    );
    for (const parameter of positional) {
      const words = (isSymbol(parameter) ? "symbol" : parameter.name) + (parameter.type === "array" ? "..." : "");
      command.argument(parameter.isRequired ? `<${words}>` : `[${words}]`, describe(parameter));
    }
    const options = new Map<string, Parameter>();
    for (const parameter of parameters) {
      // The second of two can stand without the first, as an option alone.
      if (positional.includes(parameter) && (parameter.isRequired || positional.length === 1)) continue;
      const option = toOption(parameter);
      options.set(option.attributeName(), parameter);
      command.addOption(option);
    }
    command
      .option("--project <id>", "which project (default: the one of the current folder, or the only one)")
      .option("--max-tokens <number>", "how long the answer may be, in tokens")
      .option("--json", "print the answer as JSON")
      .option("--url <url>", "the service (default: CODEINDEX_API_BASE, or this machine)");
    command.action(async () => {
      const given = command.opts<Record<string, unknown>>();
      const input: Record<string, unknown> = {};
      for (const [index, parameter] of positional.entries()) setValue(input, parameter, command.processedArgs[index]);
      for (const [attribute, parameter] of options) setValue(input, parameter, given[attribute]);
      if (given.project !== undefined) input.project_id = given.project;
      if (given.maxTokens !== undefined) input.max_tokens = toNumber(String(given.maxTokens));
      const json = given.json === true;
      const service = connectService(serviceUrl(given.url as string | undefined));
      process.stdout.write(`${visible(await answer(service, tool, input, json)).trimEnd()}\n`);
    });
  }
}

/** Calls the service. With `json` an error is printed as JSON too, and the exit code marks it as an error. */
async function answer(
  service: Service,
  tool: ToolDefinition,
  input: Record<string, unknown>,
  json: boolean,
): Promise<string> {
  try {
    if (typeof input.node_id === "string") {
      const project = input.project_id === undefined ? {} : { project_id: input.project_id };
      input.node_id = await resolveSymbol(service, input.node_id, project);
    }
    const text = await service.call(tool.name, input, { json });
    return json ? JSON.stringify(JSON.parse(text), null, 2) : text;
  } catch (error) {
    if (!json || !(error instanceof CodeindexError)) throw error;
    process.exitCode = 1;
    return JSON.stringify(error.toEnvelope(), null, 2);
  }
}

/** The name of a tool's command: its short one, if it has one. */
export function commandName(tool: ToolDefinition): string {
  return tool.command?.name ?? tool.name;
}

/** The first sentence of a description, without its full stop. */
export function summaryOf(tool: ToolDefinition): string {
  const [first = ""] = tool.description.split(/[.:;](?:\s|$)/);
  return first;
}

function parametersOf(tool: ToolDefinition): Parameter[] {
  const { properties = {}, required = [] } = inputJsonSchema(tool) as {
    properties?: Record<string, JsonParameter>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: schema.type ?? "string",
    description: schema.description ?? "",
    isRequired: required.includes(name),
    fallback: schema.default,
    choices: schema.enum,
    range:
      schema.minimum === undefined || schema.maximum === undefined ? null : `${schema.minimum} to ${schema.maximum}`,
  }));
}

/** Accepts a symbol's name: see symbol-argument.ts. */
const isSymbol = ({ name }: { name: string }) => name === "node_id" || name === "symbols";

function describe(parameter: Parameter): string {
  const { description, choices, fallback, range } = parameter;
  if (isSymbol(parameter)) return "a symbol: its name, qualified name, node_id or place (path, path:line)";
  const parts = [description.replace(/\.$/, "")];
  if (choices) parts.push(`one of ${choices.join(", ")}`);
  if (range !== null) parts.push(range);
  if (fallback !== undefined && fallback !== "" && fallback !== false && !/default/i.test(description))
    parts.push(`default: ${JSON.stringify(fallback)}`);
  return parts.filter((part) => part !== "").join("; ");
}

/** `maxResults` and `max_results` are both --max-results. */
export function flagName(parameter: string): string {
  return parameter
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}

function toOption(parameter: Parameter): Option {
  const flag = flagName(parameter.name);
  if (parameter.type === "boolean") {
    const isOnByDefault = parameter.fallback === true;
    return new Option(isOnByDefault ? `--no-${flag}` : `--${flag}`, describe(parameter));
  }
  const value = { array: "value...", object: "json", integer: "number", number: "number" }[parameter.type] ?? "text";
  const option = new Option(`--${flag} <${value}>`, describe(parameter));
  return parameter.isRequired ? option.makeOptionMandatory() : option;
}

function setValue(input: Record<string, unknown>, parameter: Parameter, raw: unknown): void {
  if (raw === undefined) return;
  const { name, type } = parameter;
  // A text that is not a number is sent as it is: the service reports the allowed values.
  if (type === "integer" || type === "number") input[name] = toNumber(String(raw));
  else if (type === "object") input[name] = toObject(name, String(raw));
  else input[name] = raw;
}

function toNumber(text: string): number | string {
  return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

function toObject(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidParameter(name, 'must be JSON, such as {"start": 1, "end": 20}');
  }
}
