/** Statements of Swift that only link code: imports, and directives to the compiler. */
export const linkage =
  /(?:@\w+(?:\([^)]*\))?\s+)*(?:public\s+|internal\s+|private\s+)?import\s+[\w. ]+|#(?:if|elseif|else|endif|sourceLocation)\b[^\n]*/y;
