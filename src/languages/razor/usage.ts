/** How declarations in Razor are used where no reference shows it. */
import { usage } from "../csharp/usage.js";
import { type DeclaredUse, isMember, type UsageConventions } from "../usage.js";

/** Members of a component that Blazor calls, besides those that begin with `On`. */
const CALLED = /^(?:SetParametersAsync|BuildRenderTree|ShouldRender|ExecuteAsync)$/;

/** The framework finds pages and views by their paths, and components by tags that other repositories may have. */
export const usageOfRazor: UsageConventions = {
  ...usage,
  outsideUse(declared: DeclaredUse) {
    if (declared.kind === "component" && declared.owner === null) return "the framework may find it by its path";
    if (isMember(declared) && CALLED.test(declared.name)) return "the framework calls it";
    return usage.outsideUse(declared);
  },
};
