/** Links to resources, as tools and prompts give them. */
import { textTypeOf } from "../../repository/media.js";
import type { Annotations } from "./resource.js";
import { fileUri } from "./uri.js";

export interface ResourceLink {
  type: "resource_link";
  uri: string;
  name: string;
  title?: string;
  description: string;
  mimeType?: string;
  annotations?: Annotations;
}

/** A link to a file: what is to be seen there, and how much it matters, 0 to 1. */
export function fileLink(projectId: string, path: string, description: string, priority: number): ResourceLink {
  return {
    type: "resource_link",
    uri: fileUri(projectId, path),
    name: path,
    description,
    mimeType: textTypeOf(path),
    annotations: { audience: ["user", "assistant"], priority: Math.round(priority * 10) / 10 },
  };
}
