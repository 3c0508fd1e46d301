/** Tools, resources and prompts that the conformance suites ask for, under the names they ask for: what codeindex has besides, for these tests only. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Catalog, McpTool, ResourceContents } from "../../src/mcp/catalog.js";
import type { ToolResult } from "../../src/mcp/listing.js";
import { RpcError } from "../../src/mcp/methods.js";
import type { InputRequest, McpCall } from "../../src/mcp/request-form.js";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";
const MISSING_CAPABILITY = -32021;

type Content = ToolResult["content"][number];
type Args = Record<string, unknown>;

const textContent = (text: string): Content => ({ type: "text", text });
const imageContent: Content = { type: "image", data: PNG, mimeType: "image/png" };
const embedded = (uri: string, mimeType: string, text: string) =>
  ({ type: "resource", resource: { uri, mimeType, text } }) as unknown as Content;
const saying = (text: string): ToolResult => ({ content: [textContent(text)] });

/** A tool of the fixtures; `properties` are those of its input. */
export function fixtureTool(
  name: string,
  run: (args: Args, call: McpCall) => Promise<ToolResult>,
  properties: Record<string, object> = {},
): McpTool {
  return {
    listed: {
      name,
      title: name,
      description: `Conformance fixture ${name}.`,
      inputSchema: { type: "object", properties, required: Object.keys(properties) },
      annotations: {
        title: name,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      icons: [],
    } as unknown as McpTool["listed"],
    call: (args, call) => run((args ?? {}) as Args, call),
  };
}

export const elicitation = (message: string, properties: object, required = Object.keys(properties)): InputRequest => ({
  method: "elicitation/create",
  params: { mode: "form", message, requestedSchema: { type: "object", properties, required } },
});
const sampling = (text: string, maxTokens = 100): InputRequest => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text } }], maxTokens },
});
const roots: InputRequest = { method: "roots/list", params: {} };

const STRING = { type: "string" };
const NAME = elicitation("What is your name?", { name: STRING });
const OPTIONS = ["option1", "option2", "option3"];
const titled = (what: string) =>
  ["First", "Second", "Third"].map((title, at) => ({ const: `value${at + 1}`, title: `${title} ${what}` }));

interface Elicited {
  action?: string;
  content?: Record<string, unknown>;
}

async function elicited(call: McpCall, request: InputRequest): Promise<ToolResult> {
  const { answer } = await call.ask({ answer: request });
  const { action, content = {} } = answer as Elicited;
  return saying(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
}

const logThrice = async (_args: Args, call: McpCall): Promise<ToolResult> => {
  for (const what of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    await call.log("info", what);
    await sleep(50);
  }
  return saying("done");
};

/** Asks for a name until the answer holds one. */
const greet = async (_args: Args, call: McpCall): Promise<ToolResult> => {
  const { user_name } = await call.ask({ user_name: NAME });
  const name = (user_name as Elicited | undefined)?.content?.name;
  if (typeof name === "string") return saying(`Hello, ${name}!`);
  throw new RpcError(-32602, "user_name: must hold a name");
};

const TOOLS: McpTool[] = [
  fixtureTool("test_simple_text", async () => saying("This is a simple text response for testing.")),
  fixtureTool("test_image_content", async () => ({ content: [imageContent] })),
  fixtureTool("test_audio_content", async () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] })),
  fixtureTool("test_embedded_resource", async () => ({
    content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  })),
  fixtureTool("test_multiple_content_types", async () => ({
    content: [
      textContent("Multiple content types test:"),
      imageContent,
      embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  })),
  fixtureTool("test_tool_with_logging", logThrice),
  fixtureTool("test_logging_tool", logThrice),
  fixtureTool("test_tool_with_progress", async (_args, call) => {
    for (const progress of [0, 50, 100]) {
      const { progressToken } = call;
      if (progressToken !== undefined)
        await call.notify("notifications/progress", { progressToken, progress, total: 100 });
      await sleep(50);
    }
    return saying("done");
  }),
  fixtureTool("test_error_handling", async () => ({
    ...saying("This tool intentionally returns an error for testing"),
    isError: true,
  })),
  fixtureTool("test_reconnection", async (_args, call) => {
    call.closeStream();
    await sleep(100);
    return saying("reconnected");
  }),
  fixtureTool(
    "test_sampling",
    async ({ prompt }, call) => {
      const { answer } = await call.ask({ answer: sampling(String(prompt)) });
      const { content } = answer as { content?: { text?: string } };
      return saying(`LLM response: ${content?.text}`);
    },
    { prompt: STRING },
  ),
  fixtureTool(
    "test_elicitation",
    ({ message }, call) => elicited(call, elicitation(String(message), { response: STRING })),
    { message: STRING },
  ),
  fixtureTool("test_elicitation_sep1034_defaults", (_args, call) =>
    elicited(
      call,
      elicitation(
        "Defaults",
        {
          name: { type: "string", default: "John Doe" },
          age: { type: "integer", default: 30 },
          score: { type: "number", default: 95.5 },
          status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
          verified: { type: "boolean", default: true },
        },
        [],
      ),
    ),
  ),
  fixtureTool("test_elicitation_sep1330_enums", (_args, call) =>
    elicited(
      call,
      elicitation(
        "Enums",
        {
          untitledSingle: { type: "string", enum: OPTIONS },
          titledSingle: { type: "string", oneOf: titled("Option") },
          legacyEnum: {
            type: "string",
            enum: ["opt1", "opt2", "opt3"],
            enumNames: ["Option One", "Option Two", "Option Three"],
          },
          untitledMulti: { type: "array", minItems: 1, maxItems: 3, items: { type: "string", enum: OPTIONS } },
          titledMulti: { type: "array", minItems: 1, maxItems: 3, items: { anyOf: titled("Choice") } },
        },
        [],
      ),
    ),
  ),
  fixtureTool("test_streaming_elicitation", greet),
  fixtureTool("test_input_required_result_elicitation", greet),
  fixtureTool("test_input_required_result_sampling", async (_args, call) => {
    const { capital_question } = await call.ask({ capital_question: sampling("What is the capital of France?") });
    return saying(JSON.stringify(capital_question));
  }),
  fixtureTool("test_input_required_result_list_roots", async (_args, call) => {
    const { client_roots } = await call.ask({ client_roots: roots });
    return saying(JSON.stringify(client_roots));
  }),
  fixtureTool("test_input_required_result_request_state", async (_args, call) => {
    await call.ask({ confirm: elicitation("Please confirm", { ok: { type: "boolean" } }) }, { round: 1 });
    return saying(call.state === undefined ? "no state" : "state-ok");
  }),
  fixtureTool("test_input_required_result_tampered_state", async (_args, call) => {
    await call.ask({ confirm: elicitation("Please confirm", { ok: { type: "boolean" } }) }, { secret: "kept" });
    return saying(call.state === undefined ? "no state" : "state-ok");
  }),
  fixtureTool("test_input_required_result_multiple_inputs", async (_args, call) => {
    const greeting = sampling("Generate a greeting", 50);
    const answers = await call.ask({ user_name: NAME, greeting, client_roots: roots }, { round: 1 });
    return saying(JSON.stringify(answers));
  }),
  fixtureTool("test_input_required_result_multi_round", async (_args, call) => {
    if (call.state === undefined)
      await call.ask({ step1: elicitation("Step 1: What is your name?", { name: STRING }) }, { round: 1 });
    const { step2 } = await call.ask(
      { step2: elicitation("Step 2: What is your favorite color?", { color: STRING }) },
      { round: 2 },
    );
    return saying(JSON.stringify(step2));
  }),
  fixtureTool("test_input_required_result_capabilities", async (_args, call) => {
    const requests = {
      ...(call.client.sampling && { question: sampling("Say something") }),
      ...(call.client.elicitation && { user_name: NAME }),
    };
    return saying(JSON.stringify(Object.keys(requests).length > 0 ? await call.ask(requests) : {}));
  }),
  fixtureTool("test_missing_capability", async (_args, call) => {
    if (call.client.sampling) return saying("there");
    throw new RpcError(MISSING_CAPABILITY, "Missing required client capability", {
      requiredCapabilities: { sampling: {} },
    });
  }),
  {
    ...fixtureTool("json_schema_2020_12_tool", async (args) => saying(JSON.stringify(args))),
    listed: {
      ...fixtureTool("json_schema_2020_12_tool", async () => saying("")).listed,
      inputSchema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        $defs: { address: { $anchor: "addressDef", type: "object", properties: { street: STRING, city: STRING } } },
        properties: { name: STRING, address: { $ref: "#/$defs/address" }, contact: STRING, phone: STRING },
        allOf: [{ anyOf: [{ required: ["contact"] }, { required: ["phone"] }, { required: [] }] }],
        if: { properties: { name: { const: "nobody" } } },
        // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
        then: { required: [] },
        else: { required: [] },
        additionalProperties: false,
      },
    },
  },
  fixtureTool("test_x_mcp_header", async ({ region }) => saying(String(region)), {
    region: { type: "string", "x-mcp-header": "Region" },
  }),
];

const RESOURCES: Record<string, Omit<ResourceContents, "uri">> = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: PNG },
  "test://watched-resource": { mimeType: "text/plain", text: "Watched resource content" },
};
const TEMPLATE = "test://template/{id}/data";

const user = (...contents: Content[]) => ({ messages: contents.map((content) => ({ role: "user", content })) });
const argument = (name: string) => ({ name, description: name, required: true });

type PromptRun = (args: Record<string, string>, call: McpCall) => Promise<Record<string, unknown>>;
const PROMPTS: Record<string, { args: string[]; run: PromptRun }> = {
  test_simple_prompt: { args: [], run: async () => user(textContent("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    args: ["arg1", "arg2"],
    run: async ({ arg1, arg2 }) => user(textContent(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    args: ["resourceUri"],
    run: async ({ resourceUri }) =>
      user(
        embedded(resourceUri!, "text/plain", "Embedded resource content for testing."),
        textContent("Please process the embedded resource above."),
      ),
  },
  test_prompt_with_image: {
    args: [],
    run: async () => user(imageContent, textContent("Please analyze the image above.")),
  },
  test_input_required_result_prompt: {
    args: [],
    run: async (_args, call) => {
      const { user_context } = await call.ask({
        user_context: elicitation("What context should the prompt use?", { context: STRING }),
      });
      return user(textContent(JSON.stringify(user_context)));
    },
  },
};

export const FIXTURES: Catalog = {
  tools: TOOLS,
  resources: [
    {
      list: async () => ({
        resources: Object.entries(RESOURCES).map(([uri, { mimeType }]) => ({ uri, name: uri.slice(7), mimeType })),
      }),
      templates: async () => ({
        resourceTemplates: [{ uriTemplate: TEMPLATE, name: "template", mimeType: "application/json" }],
      }),
      async read(_caller, uri) {
        const known = RESOURCES[uri];
        if (known) return [{ uri, ...known }];
        const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
        if (id === undefined) return undefined;
        const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
        return [{ uri, mimeType: "application/json", text }];
      },
      watch: async (_caller, uri) => (RESOURCES[uri] ? { uri, projectId: null, path: null, state: "" } : undefined),
      complete: async (_caller, template) => (template === TEMPLATE ? { values: ["1", "2"] } : undefined),
    },
  ],
  prompts: [
    {
      list: async () => ({
        prompts: Object.entries(PROMPTS).map(([name, { args }]) => ({
          name,
          description: `Conformance fixture ${name}.`,
          arguments: args.map(argument),
        })),
      }),
      get: async (_caller, name, args, call) => PROMPTS[name]?.run(args, call),
      complete: async (_caller, name) => (PROMPTS[name] ? { values: ["test"] } : undefined),
    },
  ],
};
