/**
 * Rewrites valid Kotlin that the grammar cannot read. A mask has the length of what it stands for, so that all offsets stay. Strings may be touched as
 * well, which does no harm: texts are read from the source.
 */

const blanks = (text: string) => text.replace(/\S/g, " ");
const blankLine = (text: string) => " ".repeat(text.length);
const oneLine = (text: string) => text.replace(/[\r\n]/g, " ");

/** The text with another letter in its first place: a word that the grammar takes for its own becomes a name. Names are read from the source. */
const named = (text: string) => `x${text.slice(1)}`;

/** The end of a declaration. */
const ended = (text: string) => `;${" ".repeat(text.length - 1)}`;

/** The text as an annotation of its own length. */
const annotated = (text: string) => `@${text.slice(1)}`;

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
    /(?<=\bclass[ \t]+\w+(?:<[^<>{}()]*(?:<[^<>{}()]*>[^<>{}()]*)*>)?)[ \t]*\r?\n\s*(?:(?:private|public|internal|protected|actual|expect|@[\w.]+(?:\([^()]*\))?)(?:[ \t]*\/\/[^\n]*)?\s+)*(?=constructor\s*\()/g,
    (text) => oneLine(text.replace(/\/\/[^\n]*/g, blanks)),
  ],
  // The values of a constructor below the name of its class, behind a comment: code that was Java once has it so.
  [/(?<=\bclass[ \t]+\w+)[ \t]*\r?\n\s*(?:\/\*(?:[^*]|\*(?!\/)){0,4000}\*\/\s*)?(?=\()/g, blankLine],
  // Comments between a modifier and what it belongs to: `private// the first one`.
  [
    /(?<=^[ \t]{0,200}(?:private|public|internal|protected|override|open))[ \t]*\/\/[^\n]*\n(?:[ \t]*\/\/[^\n]*\n)*[ \t]*(?=(?:\w+[ \t]+){0,3}(?:val|var|fun|class)\b)/gm,
    blankLine,
  ],
  // A text in which a value begins with several `$`.
  [/\${2,8}(?:"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*")/g, withOneDollar],
  // `[]`, an annotation's list of nothing.
  [/(?<=[=(,][ \t]{0,200})\[[ \t]*\]/g, (text) => `""${" ".repeat(text.length - 2)}`],
  // A condition behind a branch of `when`: `is Circle if isLarge ->`. Conditions stand behind commas, too.
  [
    /\bif(?=[ \t][^\n]{0,400}->)(?<=^[ \t]{0,200}(?:!?(?:is|in)[ \t]+[\w.<>*?, ]{1,200}|[A-Z][\w.]{0,200})[ \t]+if)/gm,
    () => ", ",
  ],
  // The same in a line of its own.
  [
    /(?<=^[ \t]{0,200}(?:!?(?:is|in)[ \t]+[\w.<>*?, ]{1,200}|[A-Z][\w.]{0,200})[ \t]*\r?\n[ \t]{0,200})if(?=[ \t][^\n{]{0,400}->)/gm,
    () => ", ",
  ],
  // `else if isLarge ->`, the same of the last branch.
  [/(?<=^[ \t]{0,200})else[ \t]+if(?=[ \t][^\n{]{0,400}->)/gm, (text) => `"",${" ".repeat(text.length - 3)}`],
  // The same over several lines, in brackets.
  [
    /\bif(?=[ \t]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\)){0,1000}\)[ \t]*->)(?<=^[ \t]{0,200}!?(?:is|in)[ \t]+[\w.<>*?, ]{1,200}[ \t]if)/gm,
    () => ", ",
  ],
  // `override.id`, `open(place)`: names that are words before declarations elsewhere.
  [new RegExp(`(?<![\\w.@\`])(?:${MODIFIERS})(?=[ \\t]*(?:[.,)(\\]}?!+*/%=<>:&|{[-]|in\\b)|\\s*})`, "g"), named],
  // `var suspend = 1`
  [/(?<![\w.@`])suspend(?=[ \t]*(?:[.,)\]}?!+*/%=<>:&|-]|in\b))/g, named],
  // `where?.let { … }`, `by.name` and `dynamic` are names.
  [/(?<![\w.@`])(?:(?:where|by|constructor)(?=[ \t]*(?:\?\.|!!|\.(?!\.)|=(?!=)))|dynamic\b)/g, named],
  // `@Preview private fun Cart() { … }` reads as a call `private fun Cart() { … }` with an operator between names, `@Marker annotation class Shop` too:
  // of the word before the declaration an annotation is made, which only declarations have.
  [
    new RegExp(
      `(?<![\\w.@\`])(?!companion)(?:${MODIFIERS}|suspend)(?=[ \\t]+(?:fun|class|interface|object|val|var)\\b)(?<=@[\\w.:]+(?:\\((?:[^()]|\\([^()]*\\)){0,1000}\\))?\\s+(?:\\w+[ \\t]+){0,4}\\w+)`,
      "g",
    ),
    annotated,
  ],
  // Behind a type without a body the next declaration could be an operand of that call.
  [
    /(?<=^[ \t]{0,200}(?:(?:@\w+|\w+)[ \t]+){0,4}(?:class|interface|object)[ \t]+\w+)[ \t]*\r?\n(?=\s*(?:@|\/\*\*|(?:\w+[ \t]+){1,4}\w))/gm,
    ended,
  ],
  // `class Cart @Inject constructor() { … }` reads as one, too.
  [/(?<=^[ \t]{0,200}class[ \t]+\w+[ \t]+)(?:@[\w.]+[ \t]+)?constructor(?=\(\))/gm, blanks],
  // An annotation between a property and its accessor, where the property has neither a type nor a value.
  [
    /(?<=\b(?:val|var)[ \t]+\w+[ \t]{0,200}\r?\n)(?:[ \t]*@[\w.:]+(?:\([^()\n]*\))?[ \t]*\r?\n){1,4}(?=[ \t]*(?:\w+[ \t]+)?[gs]et\b)/g,
    blanks,
  ],
  // A comment behind such an annotation, and an annotation between two accessors.
  [/(?<=^[ \t]{0,200}@[\w.:]+(?:\([^()\n]*\))?[ \t]*)\/\/[^\n]*(?=\n[ \t]*(?:\w+[ \t]+)?[gs]et[ \t]*\()/gm, blanks],
  [
    /(?<=^[ \t]{0,200}(?:get[ \t]*\(\)[^\n]*|\}[ \t]*)(?:\r?\n[ \t]*){1,3})@[\w.:]+(?:\([^()\n]*\))?(?=[ \t]*\n[ \t]*(?:\w+[ \t]+)?set[ \t]*\(\w*\)[ \t]*[{=])/gm,
    blanks,
  ],
  // The field behind a property that has a type of its own, below it: it becomes an accessor.
  [
    /(?<=\b(?:val|var)[ \t]+\w+[ \t]{0,200}:[^\n={}]*\r?\n[ \t]{0,200})field(?=[ \t]*(?::[^\n=]+)?=(?!=))/g,
    () => "get()",
  ],
  // `context(log: Log)` before a declaration: what a function takes from around its calls.
  [
    /(?<=^[ \t]{0,200})context[ \t]*\((?:[^()\n]|\([^()\n]*\))*\)(?=\s*(?:@[\w.]+(?:\([^()\n]*\))?\s+)*(?:\w+[ \t]+)*(?:fun|val|var|class)\b)/gm,
    blanks,
  ],
  // `context(Log) () -> Unit`, the same of a type.
  [/(?<=(?:[:=(,]|\bsuspend)[ \t]{0,200})context[ \t]*\([^()\n]*\)(?=[ \t]*(?:[\w.<>?*, ]+\.)?\([^\n]*->)/g, blanks],
  // `suspend { … }` is a call of a function of that name.
  [/\bsuspend(?=[ \t]*\{)/g, named],
  // `@all:Name`
  [/@all:/g, () => "@get:"],
  // `@Composable (Row.() -> Unit)`: the brackets are those of a type, and no arguments of the annotation.
  [/(?<=[:<,(][ \t]{0,200})@[\w.]+(?=[ \t]+\([^()]*\([^()]*\)[ \t]*->)/g, blanks],
  // `set += item` below a property is not an accessor of it.
  [/(?<=^[ \t]{0,200})[gs]et(?=[ \t]*(?:[-+*/%]?=|\.|\?\.|\[|!!))/gm, named],
  // `get("/", open)` below a value is not an accessor of it, either.
  [/(?<=^[ \t]{0,200})(?:get(?=[ \t]*(?:<|\([ \t]*[^\s)]))|set(?=[ \t]*\((?:["\d]|[^()\n]*,)))/gm, named],
  // `users.insert { … } get Users.id` calls a function of that name: what follows an accessor's name is no other name.
  [/(?<![\w.@`$])[gs]et(?=[ \t]+[\w"'`])|(?<=[})\]][ \t]{0,200})[gs]et(?=[ \t]+\()/g, named],
  // A comma behind the last type parameter.
  [/,(?=\s*>)/g, blanks],
  // Several type arguments before a lambda, which may stand among arguments itself: `fold<Int, Int> { … }`.
  [/(?<=(?:^|[^\w:@]|\.)[a-z]\w*)<(?=[\w.<>?* \t]{1,100},)[\w.,<>?* \t]{1,200}>(?=[ \t]*\{)/gm, blanks],
];

/** A sign that begins a line, and a text before which it is looked for. */
const SIGNED_LINE = /\n[ \t]*[-+](?![-+=>])/;

/** Texts, comments, brackets, and signs that begin a line. */
const PARTS =
  /"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[(){}[\]]|\n[ \t]*[-+](?![-+=>])/g;

/** Words and signs behind which a value goes on in the next line. */
const OPEN_END = /(?:[-+*/%&|=<>?:,.({[!]|\b(?:else|return|in|is|as|throw))$/;

/** The words before brackets with a condition: a value goes on behind them. */
const CONDITION = /\b(?:if|while|for)\s*$/;

/** `+"text"` on a line of its own is a statement, not the right side of a sum that the line before begins: brackets alone hold lines together. */
function withSignedLines(source: string): string {
  if (!SIGNED_LINE.test(source)) return source;
  const open: string[] = [];
  let end = 0;
  let isWhole = false;
  let isBehindComment = false;
  return source.replace(PARTS, (part, offset: number) => {
    const before = source.slice(Math.max(end, offset - 100), offset).trimEnd();
    end = offset + part.length;
    if (before.trim() !== "") {
      isWhole = !OPEN_END.test(before);
      isBehindComment = false;
    }
    if (part.startsWith("\n")) {
      const isStatement = isWhole && !isBehindComment && (open.length === 0 || open.at(-1) === "{");
      return isStatement ? `;${part.slice(1)}` : part;
    }
    isBehindComment = part.startsWith("/");
    if (isBehindComment) return part;
    if (/^[({[]/.test(part)) open.push(CONDITION.test(before) ? "if" : part);
    isWhole = /^[)}\]]/.test(part) ? open.pop() !== "if" : !/^[({[]/.test(part);
    return part;
  });
}

/** The source with masks. */
export function maskForGrammar(source: string): string {
  let masked = withSignedLines(source);
  for (const [form, mask] of FORMS) masked = masked.replace(form, mask);
  return masked;
}
