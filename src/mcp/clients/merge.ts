/** Puts an entry into the text of a client's file, or takes it out, and changes nothing else. Pure. */
import type { Client, Entry } from "./client.js";
import { mergeJson } from "./merge-json.js";
import { mergeToml } from "./merge-toml.js";

/** The text with the entry; `null` takes it out. Throws UnreadableFile where the text is not understood: it is left as it is. */
export function merge(client: Client, text: string, entry: Entry | null): string {
  return client.format === "toml" ? mergeToml(client, text, entry) : mergeJson(client, text, entry);
}
