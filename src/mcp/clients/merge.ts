/** Adds an entry to the text of a client's file, or removes it, and changes nothing else. Pure. */
import type { Client, ClientEntry } from "./client.js";
import { mergeJson } from "./merge-json.js";
import { mergeToml } from "./merge-toml.js";

/** The text with the entry; `null` removes it. Throws UnreadableFile where the text cannot be parsed, so that the file is left alone. */
export function merge(client: Client, text: string, entry: ClientEntry | null): string {
  return client.format === "toml" ? mergeToml(client, text, entry) : mergeJson(client, text, entry);
}
