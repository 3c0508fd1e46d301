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

/** Type arguments, which may hold others: `<K, List<V>>`. */
const ARGUMENTS = "<[^<>]*(?:<[^<>]*(?:<[^<>]*>[^<>]*)*>[^<>]*)*>";
/** `fun <T> List<T>.firstNamed(name: String)`: an extension of Kotlin has its own name alone. */
const OF_EXTENSION = new RegExp(
  `^(?:(?:${MODIFIER}|infix|inline|operator)\\s+)*fun\\s+(?:${ARGUMENTS}\\s+)?(?:${NAME}(?:${ARGUMENTS})?\\??\\.)*(${NAME})`,
  "u",
);
/** `public static Name of(String text)`: a type, a name and parameters with types. */
const OF_TYPED = new RegExp(
  `^(?!.*\\b(?:AND|OR|NOT)\\b)(?:(?:${MODIFIER}|synchronized|native|virtual)\\s+)*(?:${ARGUMENTS}\\s+)?${NAME}(?:\\.${NAME})*(?:${ARGUMENTS})?(?:\\[\\])*\\s+(${NAME})\\s*` +
    `\\(\\s*(?:\\)|(?:@?${NAME}\\s+)*${NAME}(?:\\.${NAME})*(?:${ARGUMENTS})?(?:\\[\\]|\\.\\.\\.)*\\s+${NAME}\\s*[,)])`,
  "u",
);

/** The name that a declaration gives, with its receiver as its type: `Server.Serve`. Null for any other text. */
export function declaredName(text: string): string | null {
  const written = text.trim();
  const [, type, method] = OF_RECEIVER.exec(written) ?? [];
  if (type !== undefined && method !== undefined) return `${type}.${method}`;
  const extension = OF_EXTENSION.exec(written)?.[1];
  return extension ?? OF_KEYWORD.exec(written)?.[1] ?? OF_TYPED.exec(written)?.[1] ?? null;
}
