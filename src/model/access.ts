/** How a reference uses what keeps a value. */
export const ACCESSES = ["written", "read"] as const;
export type Access = (typeof ACCESSES)[number];
