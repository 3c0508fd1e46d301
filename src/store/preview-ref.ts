/** The ref by which previews (previews.ts) are known among the views of a project. */
import type { View } from "./views.js";

/** No branch is called so: refs of git have no spaces. */
export const PREVIEW_REF = "first build";

/** Whether a view is a preview: it has no edges yet, and perhaps not all files. */
export const isPreview = ({ ref }: Pick<View, "ref">): boolean => ref === PREVIEW_REF;
