/**
 * The definition of a resource: data of a project that clients read by its URI. A resource is written once; the faces choose the project, as for
 * tools, and turn errors into those of the protocol.
 */
import { clean } from "../../masking/clean.js";
import type { Project } from "../../store/projects.js";
import type { Caller, ToolHost } from "../../tools/running/tool-host.js";

export interface ResourceContext {
  host: ToolHost;
  caller: Caller;
  /** The project in the URI, or the selected one. Absent only in resources with `usesProject: false`. */
  project: Project;
  /** The projects that the caller may see. */
  projects: Project[];
  signal: AbortSignal;
}

export type Content = { mimeType: string; text: string } | { mimeType: string; blob: string };

/** A resource's audience, and its importance, 0 to 1. */
export interface Annotations {
  audience: ("user" | "assistant")[];
  priority: number;
}

/** The values of the template's variables in a URI, decoded. */
export type Variables = Record<string, string>;

/** Suggests values that begin with, or resemble, the typed text; best first. */
export type Suggest = (value: string, context: SuggestContext) => Promise<readonly string[]>;

export interface SuggestContext {
  host: ToolHost;
  caller: Caller;
  projects: Project[];
  /** Null where there are several and none is chosen. */
  project: Project | null;
  /** The variables that are filled in already. */
  given: Readonly<Record<string, string>>;
}

export interface ResourceDefinition {
  /** kebab-case, unique among all resources. */
  name: string;
  title: string;
  description: string;
  /** The part after `codeindex://{project}/`, and after `codeindex://` for the selected project: a template, see uri.ts. */
  path: string;
  /** Absent where it depends on the content. */
  mimeType?: string;
  annotations: Annotations;
  /** False for a resource that is not about one project (`codeindex://projects`). Default true. */
  usesProject?: boolean;
  /** The changes that affect it: any change of the project's index, or only one of the file at `path`. Default: any. */
  changesWith?: "index" | "file";
  read(variables: Variables, context: ResourceContext): Promise<Content>;
  /** Completions of its variables, by name; `project` is completed alike for all resources. */
  complete?: Record<string, Suggest>;
}

/** Declares a resource; it has its type from here. */
export function defineResource(resource: ResourceDefinition): ResourceDefinition {
  return resource;
}

/** An object as the text of a resource. It is cleaned first, because JSON would escape the hidden characters. */
export function jsonContent(value: object): Content {
  return { mimeType: "application/json", text: JSON.stringify(clean(value), null, 2) };
}
