/** Svelte's components: TypeScript or JavaScript, and markup whose expressions are of it. */
import { defineLanguage } from "../language.js";
import { nameComponent } from "../markup/name.js";
import { usageOfComponents } from "../markup/usage.js";
import { typescript } from "../typescript/index.js";

/** Names that a component has without an import. */
const GLOBALS = "$$Generic $$props $$restProps $$slots $bindable $derived $effect $host $inspect $props $state".split(
  " ",
);

export const svelte = defineLanguage({
  ...typescript,
  name: "svelte",
  family: "svelte",
  world: "web",
  extensions: [".svelte"],
  extractorVersion: 10,
  reader: async () => (await import("./reader.js")).svelte,
  nameByPath: nameComponent,
  usage: usageOfComponents,
  runtimeGlobals: new Set([...typescript.runtimeGlobals, ...GLOBALS]),
});
