/**
 * Rewrites valid Kotlin that the grammar cannot read. A mask has the length of what it stands for, so that all offsets stay. Strings may be touched as
 * well, which does no harm: texts are read from the source.
 */

const blanks = (text: string) => text.replace(/\S/g, " ");
const blankLine = (text: string) => " ".repeat(text.length);
const oneLine = (text: string) => text.replace(/[\r\n]/g, " ");

/** The text with another letter in its first place: a word that the grammar takes for its own becomes a name. Names are read from the source. */
const named = (text: string) => `x${text.slice(1)}`;

/** `$$"…"`: only as many `$` as before it begin a value; fewer are plain text. */
function withOneDollar(text: string): string {
  const count = /^\$*/.exec(text)?.[0].length ?? 0;
  return text.replace(/\$+/g, (dollars, offset: number) => {
    if (offset === 0) return " ".repeat(dollars.length);
    return dollars.length < count ? "_".repeat(dollars.length) : `${"_".repeat(dollars.length - 1)}$`;
  });
}

/** Words before declarations that are names elsewhere. */
const MODIFIERS =
  "override|open|data|inner|value|annotation|sealed|inline|infix|operator|external|internal|public|private|protected|abstract|final|enum|const|lateinit|expect|actual|tailrec|companion|crossinline|noinline|reified";

/** Forms that the grammar does not know, and their masks. */
const FORMS: readonly (readonly [RegExp, (text: string) => string])[] = [
  // A constructor on the line below its class.
  [
    /(?<=\bclass[ \t]+\w+(?:<[^<>{}()]*(?:<[^<>{}()]*>[^<>{}()]*)*>)?)[ \t]*\r?\n\s*(?:(?:private|public|internal|protected|actual|expect|@[\w.]+(?:\([^()]*\))?)\s+)*(?=constructor\s*\()/g,
    oneLine,
  ],
  // The values of a constructor below the name of its class, behind a comment: code that was Java once has it so.
  [/(?<=\bclass[ \t]+\w+)[ \t]*\r?\n\s*(?:\/\*(?:[^*]|\*(?!\/)){0,4000}\*\/\s*)?(?=\()/g, blankLine],
  // Comments between a modifier and what it belongs to: `private// the first one`.
  [
    /(?<=^[ \t]*(?:private|public|internal|protected|override|open))[ \t]*\/\/[^\n]*\n(?:[ \t]*\/\/[^\n]*\n)*[ \t]*(?=(?:\w+[ \t]+){0,3}(?:val|var|fun|class)\b)/gm,
    blankLine,
  ],
  // A text in which a value begins with several `$`.
  [/\${2,8}(?:"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*")/g, withOneDollar],
  // `[]`, an annotation's list of nothing.
  [/(?<=[=(,][ \t]*)\[[ \t]*\]/g, (text) => `""${" ".repeat(text.length - 2)}`],
  // A condition behind a branch of `when`: `is Circle if isLarge ->`. Conditions stand behind commas, too.
  [/(?<=^[ \t]*!?(?:is|in)[ \t]+[\w.<>*?, ]+[ \t]|^[ \t]*[A-Z][\w.]*[ \t]+)if(?=[ \t][^\n]*->)/gm, () => ", "],
  // `override.id`, `open(place)`: names that are words before declarations elsewhere.
  [new RegExp(`(?<![\\w.@\`])(?:${MODIFIERS})(?=[ \\t]*(?:[.,)(\\]}?!+*/%=<>:&|-]|in\\b)|\\s*})`, "g"), named],
  // The field behind a property that has a type of its own, below it: it becomes an accessor.
  [/(?<=\b(?:val|var)[ \t]+\w+[ \t]*:[^\n={}]*\r?\n[ \t]*)field(?=[ \t]*(?::[^\n=]+)?=(?!=))/g, () => "get()"],
  // `context(log: Log)` before a declaration: what a function takes from around its calls.
  [
    /(?<=^[ \t]*)context[ \t]*\((?:[^()\n]|\([^()\n]*\))*\)(?=\s*(?:@[\w.]+(?:\([^()\n]*\))?\s+)*(?:\w+[ \t]+)*(?:fun|val|var|class)\b)/gm,
    blanks,
  ],
  // `context(Log) () -> Unit`, the same of a type.
  [/(?<=(?:[:=(,]|\bsuspend)[ \t]*)context[ \t]*\([^()\n]*\)(?=[ \t]*(?:[\w.<>?*, ]+\.)?\([^\n]*->)/g, blanks],
  // `suspend { … }` is a call of a function of that name.
  [/\bsuspend(?=[ \t]*\{)/g, named],
  // `@all:Name`
  [/@all:/g, () => "@get:"],
  // `@Composable (Row.() -> Unit)`: the brackets are those of a type, and no arguments of the annotation.
  [/(?<=[:<,(][ \t]*)@[\w.]+(?=[ \t]+\([^()]*\([^()]*\)[ \t]*->)/g, blanks],
  // `set += item` below a property is not an accessor of it.
  [/(?<=^[ \t]*)[gs]et(?=[ \t]*(?:[-+*/%]?=|\.|\?\.|\[|!!))/gm, named],
  // `get("/", open)` below a value is not an accessor of it, either.
  [/(?<=^[ \t]*)(?:get(?=[ \t]*(?:<|\([ \t]*[^\s)]))|set(?=[ \t]*\((?:["\d]|[^()\n]*,)))/gm, named],
  // A comma behind the last type parameter.
  [/,(?=\s*>)/g, blanks],
  // Several type arguments before a lambda, which may stand among arguments itself: `fold<Int, Int> { … }`.
  [/(?<=(?:^|[^\w:@]|\.)[a-z]\w*)<[\w.,<>?* \t]+,[\w.,<>?* \t]+>(?=[ \t]*\{)/gm, blanks],
];

/** The source with masks. */
export function maskForGrammar(source: string): string {
  let masked = source;
  for (const [form, mask] of FORMS) masked = masked.replace(form, mask);
  return masked;
}
