/**
 * How a reference uses its symbol: it writes what keeps a value, or reads it; it registers a type with a container, which gives it to others, or uses it
 * otherwise.
 */
export const ACCESSES = ["registered", "written", "read", "used"] as const;
export type Access = (typeof ACCESSES)[number];
