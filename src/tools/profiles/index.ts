/** The profiles, in the order in which they are named. */
import { PROFILES as NAMES, type ProfileName } from "../../config/keys.js";
import codeagent from "./codeagent.js";
import codeindex from "./codeindex.js";
import codrag from "./codrag.js";
import contextEngine from "./context-engine.js";
import type { Profile } from "./profile.js";
import swiftindex from "./swiftindex.js";

const ALL: readonly Profile[] = [codeagent, codeindex, codrag, contextEngine, swiftindex];

export const PROFILES = Object.fromEntries(
  NAMES.map((name) => [name, ALL.find((each) => each.name === name)]),
) as Record<ProfileName, Profile>;
