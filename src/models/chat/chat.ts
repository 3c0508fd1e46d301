/** The configured chat model, behind one function. */
import { LRUCache } from "lru-cache";
import type { Config } from "../../config/config.js";
import { maskSecrets } from "../../masking/secrets.js";
import { ollamaProvider, openaiProvider } from "../providers/known.js";
import { refuseRemoteHost } from "../providers/local-only.js";
import { askProvider, type Patience, type Provider, ProviderError } from "../providers/request.js";

export interface ChatModel {
  /** Provider and model, as answers name it. */
  readonly name: string;
  /** The model's answer. Throws `provider_unavailable`, or the reason of `signal`. */
  ask(system: string, user: string, signal: AbortSignal): Promise<string>;
}

export type ChatSettings = Pick<
  Config,
  | "chatProvider"
  | "chatModel"
  | "chatTimeout"
  | "localOnly"
  | "ollamaBaseUrl"
  | "openaiBaseUrl"
  | "openaiApiKey"
  | "openaiApiKeyFile"
>;

/** The requests of the two APIs, and the place of the text in their answers. */
const APIS = {
  ollama: {
    path: "/api/chat",
    provider: ollamaProvider,
    body: (model: string, messages: object[]) => ({ model, messages, stream: false }),
    textOf: (answer: Answer) => answer.message?.content,
  },
  openai: {
    path: "/chat/completions",
    provider: openaiProvider,
    body: (model: string, messages: object[]) => ({ model, messages }),
    textOf: (answer: Answer) => answer.choices?.[0]?.message?.content,
  },
};

interface Message {
  content?: unknown;
}
interface Answer {
  message?: Message;
  choices?: { message?: Message }[];
}

/** Answers that are kept, so that all pages of a search use the same words and each answer is paid for once. */
const KEPT = 100;

/** The configured chat model; null where there is none. Sends no request yet. */
export function createChat(settings: ChatSettings): ChatModel | null {
  const { chatProvider, chatModel: model } = settings;
  if (chatProvider === "none" || model === null) return null;
  const api = APIS[chatProvider];
  const provider: Provider = api.provider(settings, model);
  const patience: Patience = { attempts: 2, timeout: settings.chatTimeout, pause: { first: 500, most: 5_000 } };
  const kept = new LRUCache<string, string>({ max: KEPT });
  return {
    name: `${chatProvider}/${model}`,
    async ask(system, user, signal) {
      const key = `${system}\0${user}`;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const messages = [
        { role: "system", content: system },
        { role: "user", content: maskSecrets(user) },
      ];
      const answer = await askProvider(provider, api.path, api.body(model, messages), patience, signal);
      const text = api.textOf((answer ?? {}) as Answer);
      if (typeof text === "string" && text.trim() !== "") {
        const said = withoutThoughts(text);
        kept.set(key, said);
        return said;
      }
      throw new ProviderError(
        "nonsense",
        `${provider.name} answers without a message.`,
        `Check ${provider.settings.url} and CODEINDEX_CHAT_MODEL.`,
      );
    },
  };
}

/** Some models write their reasoning first. */
function withoutThoughts(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?<\/think>/, "").trim();
}

/** Throws `configuration` in local-only mode if the chat model's provider is not local. */
export async function refuseRemoteChat(settings: ChatSettings): Promise<void> {
  if (!settings.localOnly) return;
  if (settings.chatProvider === "ollama") await refuseRemoteHost(settings.ollamaBaseUrl, "CODEINDEX_OLLAMA_BASE_URL");
  if (settings.chatProvider === "openai") await refuseRemoteHost(settings.openaiBaseUrl, "CODEINDEX_OPENAI_BASE_URL");
}
