/**
 * A face: a tool of the product under the name, the parameters, the defaults and the answer of a published specification. A face asks the tool
 * and picks from its answer; permission, cost, project and errors are the tool's.
 */
import { z } from "zod";
import type { ToolContext, ToolDefinition } from "../running/tool.js";

/** A tool that a face is made of, whatever its schemas. */
// biome-ignore lint/suspicious/noExplicitAny: schemas of different tools have no common type but this.
type AnyTool = ToolDefinition<any, any>;

interface Face<Input extends z.ZodRawShape, Answer extends z.ZodArray | z.ZodObject> {
  /** Default: the tool's own. */
  name?: string;
  description: string;
  input: Input;
  /** The specification's JSON: an array or an object. */
  answer: Answer;
  run(input: z.infer<z.ZodObject<Input>>, context: ToolContext): Promise<z.infer<Answer> | Beside<z.infer<Answer>>>;
  findProject?: ToolDefinition<Input>["findProject"];
  /** Default: the answer as JSON. */
  render?(answer: z.infer<Answer>, input: z.infer<z.ZodObject<Input>>): string;
}

/** An answer, and what the specification's JSON has no place for: clients find that in the structured content. */
class Beside<Answer> {
  constructor(
    readonly answer: Answer,
    readonly rest: object,
  ) {}
}

/** Puts fields beside an answer, in the structured content alone. */
export const beside = <Answer>(answer: Answer, rest: object) => new Beside(answer, rest);

/** The fields that a face has from its tool. */
const SHARED = [
  "title",
  "toolset",
  "readOnly",
  "idempotent",
  "usesProject",
  "scope",
  "cost",
  "worksUnindexed",
  "runsLong",
] as const;

/** The face as a tool. MCP wants structured content to be an object: an array is its `results`. */
export function defineFace<Input extends z.ZodRawShape, Answer extends z.ZodArray | z.ZodObject>(
  tool: AnyTool,
  face: Face<Input, Answer>,
): ToolDefinition {
  const isList = face.answer instanceof z.ZodArray;
  const shape: z.ZodRawShape = face.answer instanceof z.ZodObject ? face.answer.shape : { results: face.answer };
  const defined: ToolDefinition<Input> = {
    ...pick(tool, ...SHARED),
    name: face.name ?? tool.name,
    findProject: face.findProject,
    description: face.description,
    isExact: true,
    input: face.input,
    output: shape,
    async run(input, context) {
      const given = await face.run(input, context);
      const { answer, rest } = given instanceof Beside ? given : { answer: given, rest: {} };
      return isList ? { ...rest, results: answer } : { ...rest, ...(answer as object) };
    },
    render(output, input) {
      const answer = (isList ? output.results : pick(output, ...Object.keys(shape))) as z.infer<Answer>;
      return face.render ? face.render(answer, input) : JSON.stringify(answer);
    },
  };
  // In a list of tools they are one type.
  return defined as unknown as ToolDefinition;
}

/** A text to look for. A blank one is refused; the published schema says nothing of that, as the specifications' do not. */
export const queryText = (what: string) =>
  z
    .string()
    .refine((given) => given.trim() !== "", "must not be empty")
    .describe(what);

/** The fields of these names, as far as they are there. */
export function pick<Value extends object, Key extends keyof Value>(value: Value, ...keys: Key[]): Pick<Value, Key> {
  const found = keys.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]);
  return Object.fromEntries(found) as Pick<Value, Key>;
}
