/** The SDK's server for a request, or a connection, of the older era. */
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  CancelTaskRequestSchema,
  CompleteRequestSchema,
  GetPromptRequestSchema,
  GetTaskPayloadRequestSchema,
  GetTaskRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListTasksRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type RequestId,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { z } from "zod";
import { nth } from "../../base/need.js";
import { anySignal } from "../../base/signals.js";
import type { Principal } from "../../model/principal.js";
import type { Exchange } from "../exchange/exchange.js";
import { INSTRUCTIONS, SERVER_INFO } from "../listing.js";
import { CAPABILITIES, type CallScope, INVALID_PARAMS, type Method, RpcError } from "../methods.js";
import { calledBy, LOG_LEVELS, type LogLevel, type McpCall } from "../request-form.js";
import type { Session } from "./session.js";

const VALIDATOR = new AjvJsonSchemaValidator();
const ANYTHING = z.looseObject({});
/** The methods that the SDK checks, with the schemas of their parameters. */
export const METHOD_SCHEMAS = {
  "tools/list": ListToolsRequestSchema,
  "tools/call": CallToolRequestSchema,
  "resources/list": ListResourcesRequestSchema,
  "resources/templates/list": ListResourceTemplatesRequestSchema,
  "resources/read": ReadResourceRequestSchema,
  "resources/subscribe": SubscribeRequestSchema,
  "resources/unsubscribe": UnsubscribeRequestSchema,
  "prompts/list": ListPromptsRequestSchema,
  "prompts/get": GetPromptRequestSchema,
  "completion/complete": CompleteRequestSchema,
  "logging/setLevel": SetLevelRequestSchema,
  "tasks/get": GetTaskRequestSchema,
  "tasks/result": GetTaskPayloadRequestSchema,
  "tasks/list": ListTasksRequestSchema,
  "tasks/cancel": CancelTaskRequestSchema,
};
/** Only the method is passed to the SDK's check: it would report wrong parameters as a fault of ours. */
const REQUESTS = Object.entries(METHOD_SCHEMAS).map(([name, schema]) => ({
  name,
  schema: schema as z.ZodType<{ params?: { _meta?: { progressToken?: string | number } } }>,
  request: z.looseObject({ method: z.literal(name), params: ANYTHING.optional() }),
}));
const TASKS = { list: {}, cancel: {}, requests: { tools: { call: {} } } };
/** How long a user may take to answer, in milliseconds. */
const ASK_PATIENCE = 5 * 60_000;

/** The channel of a request. */
export interface Channel {
  /** Whether other messages than the answer can be sent. */
  canStream: boolean;
  /** Aborts when the client cancels the request, or is gone. */
  signalOf(id: RequestId): AbortSignal;
  closeStream(): void;
}

export interface LegacyServerOptions {
  methods: Record<string, Method>;
  scope: CallScope;
  principal: Principal;
  /** Read for each request: on a connection the session begins with the first. */
  session: () => Session | null;
  exchange: Exchange;
  channel: Channel;
}

/** Makes a server that answers with `methods`. Lists and validators are made once, so it costs a few hundredths of a millisecond. */
export function createLegacyServer(options: LegacyServerOptions): Server {
  const { methods, scope, principal, exchange, channel } = options;
  const hasTasks = methods["tasks/get"] !== undefined;
  const server = new Server(SERVER_INFO, {
    capabilities: { ...CAPABILITIES, logging: {}, ...(hasTasks && { tasks: TASKS }) },
    instructions: scope.profile?.instructions ?? INSTRUCTIONS,
    jsonSchemaValidator: VALIDATOR,
  });
  for (const { name, schema, request } of REQUESTS) {
    const method = methods[name];
    if (!method) continue;
    // The SDK's own handler keeps the level in the server, which ends with the request.
    server.setRequestHandler(request as unknown as typeof ListToolsRequestSchema, async (given, extra) => {
      const { params } = checked(schema, given);
      const session = options.session();
      const canAsk = (what: "elicitation" | "sampling" | "roots") => channel.canStream && session?.[what] === true;
      let level: Promise<string | undefined> | undefined;
      const call: McpCall = {
        era: "legacy",
        // Its name and its version.
        principal: calledBy(principal, session?.client.replace(/ \S*$/, "")),
        session,
        client: {
          elicitation: canAsk("elicitation"),
          sampling: canAsk("sampling"),
          roots: canAsk("roots"),
          tasks: false,
        },
        signal: anySignal(extra.signal, channel.signalOf(extra.requestId)),
        progressToken: params?._meta?.progressToken,
        notify: (notification, params) => extra.sendNotification({ method: notification, params } as never),
        answers: {},
        async ask(requests) {
          const answers: Record<string, unknown> = {};
          for (const [key, { method: what, params }] of Object.entries(requests)) {
            const patience = { timeout: ASK_PATIENCE, signal: extra.signal };
            answers[key] = await extra.sendRequest({ method: what, params } as never, ANYTHING as never, patience);
          }
          return answers;
        },
        state: undefined,
        async log(wanted, data) {
          level ??= session
            ? exchange.recall(session.key).then(
                (known) => known.level,
                () => undefined,
              )
            : Promise.resolve(undefined);
          const least = LOG_LEVELS.indexOf((await level) as LogLevel);
          if (LOG_LEVELS.indexOf(wanted) < least) return;
          await extra.sendNotification({ method: "notifications/message", params: { level: wanted, data } });
        },
        closeStream: () => channel.closeStream(),
      };
      return (await method({ ...params }, call, scope)) as never;
    });
  }
  return server;
}

/** Throws where a request does not match the protocol's schema for its method. */
export function checkRequest(method: string, request: { method: string; params: unknown }): void {
  if (Object.hasOwn(METHOD_SCHEMAS, method))
    checked(METHOD_SCHEMAS[method as keyof typeof METHOD_SCHEMAS] as z.ZodType, request);
}

function checked<T>(schema: z.ZodType<T>, request: unknown): T {
  const { data, error } = schema.safeParse(request);
  if (!error) return data;
  const { path, message } = nth(error.issues, 0);
  throw new RpcError(INVALID_PARAMS, `${path.slice(1).join(".")}: ${message}`);
}
