/** Statements of Java that only link code: its package and its imports. */
export const linkage = /(?:package|import)\s+(?:static\s+)?[\p{L}\p{N}_.$*\s]+;/uy;
