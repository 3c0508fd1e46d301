/**
 * What a resource is: something of a project that clients read by its URI. A resource is written once; the faces choose the project, as for
 * tools, and turn errors into those of the protocol.
 */
import { clean } from "../../masking/clean.js";
import type { Project } from "../../store/projects.js";
import type { Caller, ToolHost } from "../../tools/running/tool-host.js";

export interface ResourceContext {
  host: ToolHost;
  caller: Caller;
  /** The project the URI names, or the selected one. Absent only in resources with `usesProject: false`. */
  project: Project;
  /** Every project the caller may see. */
  projects: Project[];
  signal: AbortSignal;
}

export type Content = { mimeType: string; text: string } | { mimeType: string; blob: string };

/** Whom a resource is for, and how much it matters, 0 to 1. */
export interface Annotations {
  audience: ("user" | "assistant")[];
  priority: number;
}

/** What stands in a URI for the template's variables, decoded. */
export type Variables = Record<string, string>;

/** Suggests values that begin as, or are like, what was typed; best first. */
export type Suggest = (value: string, context: SuggestContext) => Promise<readonly string[]>;

export interface SuggestContext {
  host: ToolHost;
  caller: Caller;
  projects: Project[];
  /** null: several are there, and none is chosen. */
  project: Project | null;
  /** What is filled in already. */
  given: Readonly<Record<string, string>>;
}

export interface ResourceDefinition {
  /** kebab-case, once in all resources. */
  name: string;
  title: string;
  description: string;
  /** What follows `codeindex://{project}/`, and `codeindex://` for the selected project: a template, see uri.ts. */
  path: string;
  /** Absent where that depends on what is read. */
  mimeType?: string;
  annotations: Annotations;
  /** false: not about one project (`codeindex://projects`). Default true. */
  usesProject?: boolean;
  /** What a change of the project's index changes: the resource whatever it was, or only where the file at `path` changed. Default: whatever. */
  changesWith?: "index" | "file";
  read(variables: Variables, context: ResourceContext): Promise<Content>;
  /** How the values of its variables are completed, by name; `project` is completed for all resources alike. */
  complete?: Record<string, Suggest>;
}

export function defineResource(resource: ResourceDefinition): ResourceDefinition {
  return resource;
}

/** An object as the text of a resource. It is cleaned before JSON escapes what is to be seen. */
export function jsonContent(value: object): Content {
  return { mimeType: "application/json", text: JSON.stringify(clean(value), null, 2) };
}
