/** How components of Svelte are read: as the program that their scripts and their markup are. */
import type { ParseResult, Reference } from "../../model/parse-result.js";
import { attributeOf, componentReader, rewriteComponent, type Script } from "../markup/component.js";
import { type MarkupToken, scanMarkup } from "../markup/scan.js";
import type { RewrittenSource } from "../rewritten.js";
import { runes } from "./runes.js";
import { writeMarkup } from "./template.js";

export const svelte = componentReader("svelte", { rewrite, additions: runes, finish: resolveStores });

/** The program of a component. */
export function rewrite(source: string): RewrittenSource {
  const scripts: Script[] = [];
  const markup: MarkupToken[] = [];
  const tokens = scanMarkup(source, "{");
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "open" && token.name === "script" && !token.isClosed)
      scripts.push({ tag: token, start: token.end, end: tokens[index + 1]?.start ?? source.length });
    else if (!("name" in token) || !/^(?:script|style)$/.test(token.name)) markup.push(token);
  }
  const isOfModule = ({ tag }: Script) =>
    attributeOf(source, tag, "context") === "module" || tag.attributes.some(({ name }) => name === "module");
  return rewriteComponent(source, {
    ofModule: scripts.filter(isOfModule),
    ofInstance: scripts.filter((script) => !isOfModule(script)),
    template: { start: 0, end: source.length },
    writeTemplate: (program) => writeMarkup(program, markup),
  });
}

/** `$user` is the value of the store `user`: a use of it, if it is imported. */
function resolveStores(result: ParseResult): ParseResult {
  const stores = new Map(result.imports.map(({ local }, index) => [`$${local}`, index]));
  const references = result.references.map((reference): Reference => {
    const store = reference.root.in === "free" ? stores.get(reference.root.name) : undefined;
    if (store === undefined) return reference;
    const { from, lines, line } = reference;
    return {
      kind: "value",
      from,
      line: lines?.[0] ?? line,
      root: { in: "import", import: store },
      path: [],
      argumentCount: null,
    };
  });
  return { ...result, references };
}
