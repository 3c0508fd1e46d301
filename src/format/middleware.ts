/**
 * Middleware of a route by the lines above its registration: `router.use(session)` of the same router, in a block around the registration. Of Express,
 * Koa, Hono, Fastify, gin, echo, chi and their like, by the text alone. Pure.
 */
import { nth } from "../base/need.js";
import type { CodeLines } from "./step-code.js";

/** The most of them that are told, the nearest ones, and characters of each. */
const MOST_TOLD = 12;
const LONGEST = 100;

/** A registration of a route, and of what runs before routes; the name before the dot is the router. */
const ROUTE =
  /(?<![\w$.])([\w$]{1,80})\s*\.\s*(?:get|post|put|patch|delete|all|head|options|route|on|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Any|Get|Post|Put|Patch|Delete|Head|Options|All|Handle|HandleFunc|Method|MethodFunc))\s*(?:<[^()]{0,100}>)?\(/;
const BEFORE = /^\s*([\w$]{1,80})\s*\.\s*(?:use|Use|addHook|onBeforeHandle|before|Pre)\s*\(/;
/** A router that is made with what runs before its routes: `api := router.Group("/api", auth)`. */
const GROUP = /^\s*(?:const\s|let\s|var\s)?\s*([\w$]{1,80})\s*:?=\s*[\w$.]{1,120}\.\s*[gG]roup\s*\([^,]*,/;
const DECLARATIONS = /^\s*(?:var|const)\s*\($/;
/** Routers that are mounted below a path are no middleware. */
const MOUNTS = /\.\s*(?:use|Use)\s*\(\s*["'`/][^,]*,\s*[\w$.]*(?:[rR]out(?:er|es?)|\.routes\(\))\s*\)/;

/** The lines above a registration (from 1) that its router runs before it, in their order; none where the line registers no route. */
export function middlewareBefore({ text, code }: CodeLines, line: number): { line: number; text: string }[] {
  const [, router] = ROUTE.exec(code[line - 1] ?? "") ?? [];
  if (router === undefined) return [];
  /** Blocks that are open, and lines of each that run before what follows in it. */
  const blocks: { line: number; text: string }[][] = [[]];
  for (let index = 0; index < line - 1; index++) {
    const own = nth(code, index);
    const written = nth(text, index).trim();
    const [, name] = BEFORE.exec(own) ?? GROUP.exec(own) ?? [];
    if (name === router && !MOUNTS.test(written))
      nth(blocks, blocks.length - 1).push({ line: index + 1, text: written.slice(0, LONGEST) });
    for (const char of own) {
      // A list of declarations is no block of its own.
      if (char === "(" && DECLARATIONS.test(own)) blocks.push(nth(blocks, blocks.length - 1));
      else if (char === "{" || char === "(" || char === "[") blocks.push([]);
      else if ((char === "}" || char === ")" || char === "]") && blocks.length > 1) blocks.pop();
    }
  }
  return [...new Set(blocks)].flat().slice(-MOST_TOLD);
}
