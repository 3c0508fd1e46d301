/** Links to resources in answers of tools and prompts. */
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

/** A link to a file: its description, and its importance, 0 to 1. */
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
