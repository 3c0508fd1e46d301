/** How declarations of components are used. */
import { usage } from "../typescript/usage.js";
import type { UsageConventions } from "../usage.js";

/** A template may use what its scripts declare in forms of its own, and frameworks load components by their files. */
export const usageOfComponents: UsageConventions = {
  ...usage,
  outsideUse: () => "its file is a template",
};
