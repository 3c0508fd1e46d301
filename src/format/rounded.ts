/** Numbers as answers show them. */

/** A share or a score with three decimals. */
export const rounded = (value: number): number => Math.round(value * 1000) / 1000;
