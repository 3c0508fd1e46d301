/**
 * Preloaded (`node --import`): builds do not stand back. On a machine that runs other tests as well they would get next to nothing of it, and what
 * waits for them would wait too long.
 */
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.setPriority = () => undefined;
syncBuiltinESMExports();
