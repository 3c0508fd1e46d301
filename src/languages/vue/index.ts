/** Vue's single-file components: TypeScript or JavaScript, and a template whose expressions are of it. */
import { defineLanguage } from "../language.js";
import { nameComponent } from "../markup/name.js";
import { usageOfComponents } from "../markup/usage.js";
import { typescript } from "../typescript/index.js";

/** Names that a template and a script's setup have without an import. */
const GLOBALS =
  `$attrs $data $el $emit $event $forceUpdate $listeners $nextTick $options $parent $props $refs $root $scopedSlots $slots $watch
  defineEmits defineExpose defineModel defineOptions defineProps defineSlots withDefaults
  Component KeepAlive RouterLink RouterView Suspense Teleport Transition TransitionGroup`.split(/\s+/);

export const vue = defineLanguage({
  ...typescript,
  name: "vue",
  family: "vue",
  world: "web",
  extensions: [".vue"],
  extractorVersion: 11,
  reader: async () => (await import("./reader.js")).vue,
  nameByPath: nameComponent,
  usage: usageOfComponents,
  runtimeGlobals: new Set([...typescript.runtimeGlobals, ...GLOBALS]),
});
