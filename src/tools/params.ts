/** Inputs that several tools share, so that one thing has one name, one meaning and one range everywhere. */
import { z } from "zod";
import { EDGE_KINDS } from "../graph/edge.js";
import { SYMBOL_KINDS } from "../languages/language.js";

/** How many results at most. */
export const limit = (fallback: number, max: number) =>
  z.int().min(1).max(max).default(fallback).describe(`How many results at most (1 to ${max}).`);

/** Where to go on: see `pageOf` in format/page.ts. */
export const cursor = z
  .string()
  .max(200)
  .optional()
  .describe("next_cursor of the previous answer, to go on where it stopped. Leave the other parameters as they were.");

export const nodeId = z
  .string()
  .min(1)
  .max(64)
  .describe("node_id of a symbol, from search_symbols, lookup_symbol or get_file_outline.");

/** A file. */
export const path = z
  .string()
  .min(1)
  .max(4096)
  .describe("Path of the file, relative to the repository's root, with /.");

/** A directory; the root by default. */
export const directory = z
  .string()
  .max(4096)
  .default("")
  .describe("Path of the directory, relative to the repository's root, with /. Default: the root.");

export const pathFilter = z
  .string()
  .min(1)
  .max(1000)
  .optional()
  .describe("Only paths that match this glob, such as src/auth/** or **/*.test.ts.");

export const LANGUAGE_FAMILIES = ["typescript", "javascript", "csharp"] as const;
export const language = z
  .enum(LANGUAGE_FAMILIES)
  .optional()
  .describe("Only this language (tsx counts as typescript, jsx as javascript).");

export const nodeType = z.enum(SYMBOL_KINDS).optional().describe("Only symbols of this kind.");

export const edgeType = z.enum(EDGE_KINDS).optional().describe("Only relations of this kind.");

export const format = z
  .enum(["toon", "json", "human"])
  .default("human")
  .describe("How the words of the answer are written; the structured content is the same.");

export const query = (what: string) => z.string().min(1).max(1000).describe(what);
