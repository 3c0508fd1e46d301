/** Names out of declarations, as callers copy them from code: `func (s *Server) Serve(l net.Listener) error`. Pure. */

const NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*";
/** `func (s *Server[T]) Serve`, `(*Server).Serve`. Without `func` or a star the parentheses may be those of a query. */
const OF_RECEIVER = new RegExp(
  `^(?:func\\s*\\(\\s*(?:${NAME}\\s+)?\\*?|\\(\\s*(?:${NAME}\\s+)?\\*)(${NAME})(?:\\[[^\\]]*\\])?\\s*\\)\\s*\\.?\\s*(${NAME})`,
  "u",
);
const MODIFIER =
  "abstract|async|data|default|export|final|internal|open|override|partial|private|protected|pub|public|sealed|static|suspend";
const KEYWORD = "class|def|enum|fn|fun|func|function|interface|object|protocol|record|struct|trait|type";
/** `async def close(self)`, `class Session(dict):`, `type Driver interface`. */
const OF_KEYWORD = new RegExp(`^(?:(?:${MODIFIER})\\s+)*(?:${KEYWORD})\\s+(${NAME}(?:\\.${NAME})*)`, "u");

/** The name that a declaration gives, with its receiver as its type: `Server.Serve`. Null for a text that is none. */
export function declaredName(text: string): string | null {
  const written = text.trim();
  const [, type, method] = OF_RECEIVER.exec(written) ?? [];
  if (type !== undefined && method !== undefined) return `${type}.${method}`;
  return OF_KEYWORD.exec(written)?.[1] ?? null;
}
