/** Sets V8's flags (v8-flags.ts). The entry file of a process imports this module first, for its effect. */
import { setFlagsFromString } from "node:v8";
import { HEAP_FLAGS, optimisingFlags } from "./v8-flags.js";

for (const flag of [...HEAP_FLAGS, ...optimisingFlags()]) setFlagsFromString(flag);
