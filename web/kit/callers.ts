/** Names of callers: the audit log has them by id, and people know tokens by name. */
import type { TokenAnswer } from "../../src/http/routes/tokens.js";
import { ask } from "../api.js";
import { useAnswer } from "./use-answer.js";

export interface Callers {
  /** The names of tokens, without those that several have. */
  names: readonly string[];
  /** `CI of the shop` of `token:8fK2…`, with its id where another token has the name; the subject of a JWT. */
  nameOf(id: string): string;
  /** The id of a caller by its name or id. */
  idOf(text: string): string;
}

/** Asks for the tokens, for administrators alone. */
export function useCallers(): Callers {
  const { answer } = useAnswer((signal) => ask<{ results: TokenAnswer[] }>("GET", "tokens", { signal }), []);
  return callersOf(answer?.results ?? []);
}

function callersOf(tokens: readonly TokenAnswer[]): Callers {
  const ids = new Map<string, string[]>();
  for (const { name, token_id: id } of tokens) ids.set(name, [...(ids.get(name) ?? []), id]);
  const names = new Map(
    tokens.map(({ name, token_id: id }) => [id, (ids.get(name) ?? []).length > 1 ? `${name} (${id})` : name]),
  );
  const byName = new Map([...names].map(([id, name]) => [name, id]));
  return {
    names: [...byName.keys()],
    nameOf(id) {
      const [, kind, own = ""] = /^(token|jwt):(.*)$/s.exec(id) ?? [];
      return kind === undefined ? id : (names.get(own) ?? own);
    },
    idOf(text) {
      const id = byName.get(text);
      return id === undefined ? text : `token:${id}`;
    },
  };
}
