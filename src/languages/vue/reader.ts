/** How components of Vue are read: as the program that their scripts and their template are. */
import { attributeOf, componentReader, rewriteComponent, type Script } from "../markup/component.js";
import { type MarkupToken, type Span, scanMarkup } from "../markup/scan.js";
import type { RewrittenSource } from "../rewritten.js";
import { macros } from "./macros.js";
import { resolveOptions } from "./options.js";
import { writeTemplate } from "./template.js";

export const vue = componentReader("vue", { rewrite, additions: macros, finish: resolveOptions });

/** The program of a component. */
export function rewrite(source: string): RewrittenSource {
  const { scripts, template } = blocksOf(source, scanMarkup(source, "{{"));
  const isSetup = ({ tag }: Script) => tag.attributes.some(({ name }) => name === "setup");
  return rewriteComponent(source, {
    ofModule: scripts.filter((script) => !isSetup(script)),
    ofInstance: scripts.filter(isSetup),
    template: template.span,
    writeTemplate: (program) => writeTemplate(program, template.tokens),
  });
}

/** The scripts of a file, and the tokens within its template. Other blocks are of no program. */
function blocksOf(source: string, tokens: readonly MarkupToken[]) {
  const scripts: Script[] = [];
  const template: { span: Span | null; tokens: MarkupToken[] } = { span: null, tokens: [] };
  for (let index = 0; index < tokens.length; index++) {
    const tag = tokens[index];
    if (tag?.kind !== "open" || tag.isClosed) continue;
    const end = closeOf(tokens, index);
    const close = tokens[end]?.start ?? source.length;
    if (tag.name === "script") scripts.push({ tag, start: tag.end, end: close });
    if (tag.name === "template" && (attributeOf(source, tag, "lang") ?? "html") === "html") {
      template.span = { start: tag.start, end: tokens[end]?.end ?? source.length };
      template.tokens = tokens.slice(index + 1, end);
    }
    index = end;
  }
  return { scripts, template };
}

/** The index of the token that closes the element of another; the number of tokens where none does. */
function closeOf(tokens: readonly MarkupToken[], open: number): number {
  const tag = tokens[open];
  if (tag?.kind !== "open") return open;
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.kind === "open" && token.name === tag.name && !token.isClosed) depth++;
    else if (token?.kind === "close" && token.name === tag.name && --depth === 0) return index;
  }
  return tokens.length;
}
