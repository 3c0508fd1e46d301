/** Our own rules about secrets, in addition to those of gitleaks (models/secret-rules.json). */
import { assigned } from "./assigned.js";
import { PLACES } from "./places.js";
import type { OwnRule } from "./rule.js";
import { SERVICES } from "./services.js";

/** Raised when the rules change their findings: words and trigrams are those of the masked text, so the index changes with them. */
export const RULES_VERSION = 4;

export const OWN_RULES: readonly OwnRule[] = [assigned, ...PLACES, ...SERVICES];
