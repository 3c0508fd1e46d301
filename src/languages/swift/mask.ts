/**
 * Rewrites valid Swift that the grammar cannot read. A mask has the length of what it stands for, so that all offsets stay: words become blanks, and `()`
 * as a value becomes a name. Strings may be touched as well, which does no harm: texts are read from the source.
 */

const blanks = (text: string) => text.replace(/[^\n]/g, " ");

/** `("adds", arguments: sums, Kind.allCases)`. */
const NAMED_ARGUMENTS = /^\((?:"[^"\\\n]*",\s*)?arguments:\s*[\w.]+(?:,\s*[\w.]+)*\)$/;

/** Words and forms of newer versions of the language, and the masks of them. */
const FORMS: readonly (readonly [RegExp, (text: string) => string])[] = [
  [/\bawait\b/g, blanks],
  // In the type of a closure, an attribute before the parentheses would take the parameters for its own: `@Sendable @escaping (Request) async -> Void`.
  [/@(?:escaping|Sendable|MainActor)\s+(?=(?:@\w+\s+){0,4}\()/g, blanks],
  // `@Option() var name`: empty parentheses say nothing.
  [/(?<=@\w+)\(\)(?!\s*(?:->|async\b|throws\b))/g, blanks],
  // A variable of a body may have an attribute, and no such modifier.
  [/\bnonisolated(?=\(unsafe\))/g, (text) => `@${text.slice(1)}`],
  [/\bnonisolated\(nonsending\)/g, blanks],
  [/(?<=\bunowned)\((?:unsafe|safe)\)/g, blanks],
  // The type of an error: `throws(Abort)`.
  [/(?<=\bthrows)\((?!\))[^()\n]*\)/g, blanks],
  [
    /(?<=[:(,]\s*(?:@\w+\s+){0,4}(?:inout\s+)?)(?:(?:sending|consuming|borrowing|isolated|__owned|__shared)\s+)+(?=[\w(@[])/g,
    blanks,
  ],
  [/\b(?:consume|unsafe|copy|discard)[ \t]+(?=[a-z_]\w*\b(?!\s*:))/g, blanks],
  [/\beach[ \t]+(?=[A-Z])/g, blanks],
  // Words of the language that are names of functions too.
  [/\b(?:each|repeat)(?=\()/g, (text) => `${text.slice(0, -1)}_`],
  // A value of Void: `.success(())`.
  [/(?<=(?:[(,](?:\s*\w+:)?|\breturn|[^!<>]=)\s*)\(\)(?!\s*(?:->|async\b|throws\b|rethrows\b|\{|in\b))/g, () => "__"],
  [/#_(?=\w)/g, () => "__"],
  [/#(?=isolation\b(?!\())/g, () => "_"],
  // `for try await line in try lines`, of which `await` is gone.
  [/(?<=\b(?:for|in)\s+)try(?=\s)/g, blanks],
  // The type of a function as a value: `(() -> Void).self`.
  [
    /\((?:[^()\n]|\([^()\n]{0,99}\)){0,99}->(?:[^()\n]|\([^()\n]{0,99}\)){0,99}\)(?=\.self\b)/g,
    (text) => "Any".padEnd(text.length, "_"),
  ],
  // Semicolons between members.
  [
    /;(?=[ \t]*(?:(?:public|private|static|mutating|override|final|class)[ \t]+)*(?:func|init|var|let|associatedtype|subscript|case|typealias|struct|class|enum|deinit)\b)/g,
    () => "\n",
  ],
  // `extension [Int]` is one of Array.
  [
    /(?<=^[ \t]*(?:public\s+|private\s+|fileprivate\s+|internal\s+)?extension[ \t]+)\[[^\]\n]*\]/gm,
    (text) => "A".padEnd(text.length),
  ],
  // The traits of a test, as Swift Testing takes them. Lists of arguments that are named alone can be read.
  [
    /(?<=@(?:Test|Suite))\((?:[^()"]|"(?:[^"\\\n]|\\.)*"|\((?:[^()"]|"(?:[^"\\\n]|\\.)*"|\((?:[^()"]|"(?:[^"\\\n]|\\.)*"|\([^()]*\))*\))*\))*\)/g,
    (text) => (NAMED_ARGUMENTS.test(text) ? text : blanks(text)),
  ],
  [/~(?=(?:Copyable|Escapable)\b)/g, blanks],
];

const DIRECTIVE = /^[ \t]*#(if|elseif|else|endif|error|warning|sourceLocation)\b/;

/** The source with masks. */
export function maskForGrammar(source: string): string {
  let masked = source.includes("#") ? withoutDirectives(source) : source;
  for (const [form, mask] of FORMS) masked = masked.replace(form, mask);
  return masked;
}

/** The arms of an `#if` that is open: the lines of each, and how many more brackets it opens than it closes. */
interface Arms {
  arms: { lines: number[]; balance: number }[];
}

/** The source without the lines of directives. All arms stay, unless one of them opens a block that another closes: then the first stays. */
function withoutDirectives(source: string): string {
  const lines = source.split("\n");
  const open: Arms[] = [];
  lines.forEach((line, index) => {
    const word = DIRECTIVE.exec(line)?.[1];
    const innermost = open.at(-1);
    if (word === undefined) {
      const arm = innermost?.arms.at(-1);
      if (arm === undefined) return;
      arm.lines.push(index);
      arm.balance += balanceOf(line);
      return;
    }
    lines[index] = blanks(line);
    if (word === "if") open.push({ arms: [{ lines: [], balance: 0 }] });
    else if (word === "elseif" || word === "else") innermost?.arms.push({ lines: [], balance: 0 });
    else if (word === "endif" && innermost !== undefined) {
      open.pop();
      close(lines, innermost, open.at(-1));
    }
  });
  return lines.join("\n");
}

function close(lines: string[], { arms }: Arms, around: Arms | undefined): void {
  const isUneven = arms.some(({ balance }) => balance !== 0);
  if (isUneven)
    for (const { lines: hidden } of arms.slice(1))
      for (const index of hidden) lines[index] = blanks(lines[index] ?? "");
  const arm = around?.arms.at(-1);
  if (arm === undefined) return;
  arm.balance += isUneven ? (arms[0]?.balance ?? 0) : 0;
  for (const { lines: inner } of arms) arm.lines.push(...inner);
}

/** How many more brackets a line opens than it closes. */
function balanceOf(line: string): number {
  const plain = line.replace(/"(?:[^"\\]|\\.)*"|\/\/.*/g, "");
  let balance = 0;
  for (const char of plain) {
    if (char === "{" || char === "(" || char === "[") balance++;
    else if (char === "}" || char === ")" || char === "]") balance--;
  }
  return balance;
}
