/**
 * Documented and named declarations of a source text, for many languages and without a parser: brackets, strings and comments are
 * followed, and the text between the last break and a brace says what the brace opens. A declaration that is misread costs one
 * pair among a million, so this is short rather than exact.
 */

const LANGUAGES = {
  js: ["ts", "tsx", "mts", "cts", "js", "mjs", "cjs", "jsx"],
  python: ["py"],
  go: ["go"],
  rust: ["rs"],
  java: ["java", "kt", "kts", "scala"],
  csharp: ["cs"],
  swift: ["swift"],
  cpp: ["c", "cc", "cpp", "cxx", "h", "hh", "hpp", "m", "mm"],
  markdown: ["md"],
};
const LANGUAGE_OF = new Map(
  Object.entries(LANGUAGES).flatMap(([language, extensions]) => extensions.map((extension) => [extension, language])),
);

/** The family a file's name says it is written in, if it is one we read. */
export const languageOf = (path) => LANGUAGE_OF.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase());

/** `[{ kind, name, parent, doc, code }]` of a text; `doc` is a sentence or two, or empty. */
export function declarations(text, language) {
  if (language === "markdown") return examples(text);
  const found = language === "python" ? pythonDeclarations(text) : braceDeclarations(text, language);
  return found.map((one) => ({ ...one, doc: firstSentences(one.doc) }));
}

const FUNCTION =
  /\b(?:function|func|fun|fn)\b\s*\*?\s*(?:\([^)]*\)\s*)?(?:<[^>]*>\s*)?(?:\w+(?:<[^>]*>)?\.)?([A-Za-z_$][\w$]*)\s*[<([]/;
const ASSIGNED =
  /([A-Za-z_$#][\w$]*)["']?\s*(?::[^=]*?)?[:=]\s*(?:async\s*)?(?:function\b[\s\S]*|(?:<[^>]*>\s*)?\([\s\S]*=>\s*|[A-Za-z_$][\w$]*\s*=>\s*)$/;
const METHOD = /(?<![.@\w])([A-Za-z_$#~][\w$]*)\s*(?:<[^()]*>)?\s*\(/;
const OBJECTIVE_C = /^[-+]\s*\([^)]*\)\s*(\w+)/;
const PROPERTY =
  /^(?:\[[^\]]*\]\s*)*(?:(?:public|private|protected|internal|static|virtual|override|abstract|new|sealed)\s+)+[\w<>[\]?,. ]+\s(\w+)\s*$/;
const TYPE =
  /(?:^|[\s;)\]])(class|interface|struct|enum|trait|protocol|record|union|object|extension|namespace|module|mod|impl)\s+(?:<[^>]*>\s*)?(?:[\w$<>., ]+\sfor\s+)?([A-Za-z_$][\w$.]*)|\btype\s+([A-Za-z]\w*)[^=(]*(?:=|\bstruct\b|\binterface\b)/;
const SCOPES = new Set(["namespace", "module", "mod", "impl", "extension"]);
const CONTROL =
  /^(?:[^\w]*)(?:if|for|while|switch|catch|else|do|try|finally|return|throw|using|lock|foreach|with|synchronized|match|select|when|guard|loop|case|default|await|yield|new|defer|go|repeat|fixed|checked|unsafe|export\s+default|get|set|add|remove|init|willSet|didSet)\b(?!\s+[\w$]+\s*\()/;
const NO_NAMES = new Set(
  "if for while switch catch return function super await typeof import require new base where sizeof".split(" "),
);

/** The kind and name that a header (`export async function load(path)`) declares, or nothing. */
function declared(header, language) {
  if (header.length > 1200) return;
  const text = header.trim();
  if (text === "" || (CONTROL.test(text) && !/^(?:get|set|add|remove|init)\s*[<(]/.test(text))) return;
  const type = TYPE.exec(text);
  if (type && !text.slice(0, type.index).includes("(")) {
    const name = type[2] ?? type[3];
    return { kind: SCOPES.has(type[1]) ? "scope" : "class", name: name.split(".").at(-1) };
  }
  const objectiveC = language === "cpp" && OBJECTIVE_C.exec(text);
  if (objectiveC) return { kind: "function", name: objectiveC[1] };
  const named = FUNCTION.exec(text) ?? (language === "js" ? ASSIGNED.exec(text) : null);
  if (named) return { kind: "function", name: named[1] };
  if (["go", "rust", "swift"].includes(language)) return;
  const method = METHOD.exec(text);
  if (method && !NO_NAMES.has(method[1]) && !text.slice(0, method.index).includes("=")) {
    if (language !== "js" || /\)\s*(?::[\s\S]*)?$/.test(text)) return { kind: "function", name: method[1] };
  }
  const property = language === "csharp" && PROPERTY.exec(text);
  if (property) return { kind: "property", name: property[1] };
}

/** Declarations of a language whose blocks stand in braces. */
function braceDeclarations(text, language) {
  const found = [];
  const open = [{ bracket: "{" }];
  let headerStart = 0;
  let comment; // the one, or the run of lines, directly above what comes
  const parent = () => open.findLast((frame) => frame.name)?.name ?? "";
  const breakAt = (at) => {
    headerStart = at;
    comment = undefined;
  };
  const note = (start, end) => {
    if (open.at(-1).bracket !== "{" || text.slice(headerStart, start).trim() !== "") return;
    if (text.slice(text.lastIndexOf("\n", start) + 1, start).trim() === "") {
      const follows = comment && text.startsWith("//", start) && !/\n\s*\n/.test(text.slice(comment.end, start));
      comment = { start: follows ? comment.start : start, end };
    }
    headerStart = end;
  };
  const doc = () => (comment ? text.slice(comment.start, comment.end) : "");

  for (let at = 0; at < text.length; at++) {
    const end = skip(text, at, language, headerStart);
    if (end > at) {
      if (text.startsWith("//", at) || text.startsWith("/*", at)) note(at, end);
      else if (text[at] === "#") headerStart = end;
      at = end - 1;
      continue;
    }
    const character = text[at];
    const top = open.at(-1);
    if (character === "(" || character === "[") open.push({ bracket: character });
    else if (character === ")" || character === "]") {
      if (top.bracket === (character === ")" ? "(" : "[")) open.pop();
    } else if (character === "{") {
      const what = top.bracket === "{" ? declared(text.slice(headerStart, at), language) : undefined;
      open.push({ bracket: "{", ...what, start: headerStart, doc: doc() });
      breakAt(at + 1);
    } else if (character === "}") {
      while (open.length > 1 && open.at(-1).bracket !== "{") open.pop();
      if (open.length === 1) return found;
      const { kind, name, start, doc } = open.pop();
      if (kind && kind !== "scope")
        found.push({ kind, name, parent: parent(), doc, code: text.slice(start, at + 1).trim() });
      breakAt(at + 1);
    } else if (character === ";" && top.bracket === "{") {
      const header = text.slice(headerStart, at).trim();
      if (/^\/(?:\*\*|\/\/)/.test(doc()) && header.length > 7 && header.length < 600) {
        const name = (FUNCTION.exec(header) ??
          METHOD.exec(header) ??
          /([A-Za-z_$][\w$]*)\s*[?!]?\s*(?:[:=][\s\S]*)?$/.exec(header))?.[1];
        if (name) found.push({ kind: "signature", name, parent: parent(), doc: doc(), code: `${header};` });
      }
      breakAt(at + 1);
    } else if (character === "," && top.bracket === "{" && /^,[ \t]*\r?\n/.test(text.slice(at, at + 40)))
      breakAt(at + 1);
  }
  return found;
}

/** The end of the comment, string, pattern or preprocessor line that begins at `at`, or `at` itself. */
function skip(text, at, language, lineStart) {
  const character = text[at];
  const next = text[at + 1];
  const upTo = (end, from) => {
    const found = text.indexOf(end, from);
    return found < 0 ? text.length : found + end.length;
  };
  if (character === "/") {
    if (next === "/") return upTo("\n", at) - 1;
    if (next === "*") return upTo("*/", at + 2);
    return language === "js" && /[=(,:[!&|?{};\n]\s*$/.test(text.slice(Math.max(lineStart, at - 20), at))
      ? quoted(text, at)
      : at;
  }
  if (character === '"') {
    if (text.startsWith('"""', at)) return upTo('"""', at + 3);
    return language === "csharp" && /[@]\$?$/.test(text.slice(at - 2, at)) ? upTo('"', at + 1) : quoted(text, at);
  }
  if (character === "'")
    return language === "rust" && !/^'(?:\\|.')/.test(text.slice(at, at + 3)) ? at : quoted(text, at);
  if (character === "`") {
    if (language === "go") return upTo("`", at + 1);
    return language === "js" ? template(text, at) : at;
  }
  if (character === "#" && (language === "cpp" || language === "csharp")) {
    let end = upTo("\n", at);
    while (text[end - 2] === "\\") end = upTo("\n", end);
    return end;
  }
  return at;
}

/** The end of a string or pattern on one line; `at` itself where the line has no end of it. */
function quoted(text, at) {
  for (let end = at + 1; end < text.length && text[end] !== "\n"; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === text[at]) return end + 1;
  }
  return at;
}

function template(text, at) {
  let depth = 0;
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === "\\") end++;
    else if (text[end] === "$" && text[end + 1] === "{") depth++;
    else if (text[end] === "}" && depth > 0) depth--;
    else if (text[end] === "`" && depth === 0) return end + 1;
  }
  return text.length;
}

const PYTHON = /^([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+(\w+)[\s\S]*?:[ \t]*(?:#.*)?\r?\n/gm;
const DOCSTRING = /^\s*[rRuU]?("""|''')([\s\S]*?)\1[ \t]*\r?\n?/;

function pythonDeclarations(text) {
  const found = [];
  let owner = { name: "", indent: -1, end: 0 };
  for (const match of text.matchAll(PYTHON)) {
    const indent = match[1].length;
    const bodyStart = match.index + match[0].length;
    const after = new RegExp(`^[ \\t]{0,${indent}}[^\\s#)]`, "gm");
    after.lastIndex = bodyStart;
    const end = after.exec(text)?.index ?? text.length;
    const body = text.slice(bodyStart, end);
    const docstring = DOCSTRING.exec(body);
    const inside = match.index < owner.end && indent > owner.indent;
    found.push({
      kind: match[2] === "class" ? "class" : "function",
      name: match[3],
      parent: inside ? owner.name : "",
      doc: docstring?.[2] ?? "",
      code: match[0] + (docstring ? body.slice(docstring[0].length) : body),
    });
    if (match[2] === "class") owner = { name: match[3], indent, end };
  }
  return found;
}

/** Fenced code of a Markdown text with the heading and the paragraph above it. */
function examples(text) {
  const found = [];
  let last = 0;
  let heading = "";
  for (const fence of text.matchAll(/```[\w-]*\n([\s\S]*?)```/g)) {
    const above = text.slice(last, fence.index);
    last = fence.index + fence[0].length;
    heading = [...above.matchAll(/^#{1,5}[ \t]+(.+)$/gm)].at(-1)?.[1] ?? heading;
    const paragraph =
      above
        .trim()
        .split(/\n\s*\n/)
        .at(-1) ?? "";
    const said = /^[#|<!]/.test(paragraph) ? "" : paragraph.slice(-200);
    const doc = `${heading}. ${said}`
      .replace(/\[([^\]]*)\]\([^)]*\)|[`*_#]/g, "$1")
      .replace(/\s+/g, " ")
      .trim();
    if (fence[1].length >= 60 && !/^\s*(?:npm|yarn|pnpm|\$)/.test(fence[1]) && isSentence(doc)) {
      found.push({ kind: "example", name: heading.slice(0, 60), parent: "", doc, code: fence[1] });
    }
  }
  return found;
}

const SECTIONS =
  /(?:^|\n)\s*(?:@(?!description|summary|desc)\w+|:param|:return|Args:|Arguments:|Parameters\b|Returns\b|Raises\b|Examples?\b:?\s*\n|>>>|#+ |```|Usage:|\.\. |- )/;

/** The first sentence or two of a doc comment without its marks; empty where it says nothing of the code. */
function firstSentences(comment) {
  let text = comment.replace(/^\s*(?:\/\*+!?|\/\/[/!]?|\*+\/|\*+(?!\*)|#+)[ \t]?/gm, "").replace(/\*+\/\s*$/, "");
  text = /<summary>([\s\S]*?)<\/summary>/.exec(text)?.[1] ?? text;
  text = text
    .replace(/^\s*@(?:description|summary|desc)\s+/, "")
    .split(SECTIONS)[0]
    .replace(/\{@\w+\s+([^}|]*)(?:\|[^}]*)?\}/g, "$1")
    .replace(/<\w+ (?:cref|langword|name)="(?:\w:)?([^"]*)"\s*\/>/g, "$1")
    .replace(/<\/?\w[^<>]*>|https?:\/\/\S+|`/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .split(/\n\s*\n/)[0]
    .replace(/\s+/g, " ");
  let taken = "";
  for (const sentence of text.split(/(?<=[.!?。！？])\s*(?=[^.])/)) {
    if (taken !== "" && (taken + sentence).length > 260) break;
    taken += `${taken === "" ? "" : " "}${sentence}`;
    if (taken.length > 110) break;
  }
  taken = taken.slice(0, 360).trim();
  return isSentence(taken) ? taken : "";
}

const NO_DOC =
  /copyright|licen[sc]e|eslint|@ts-|todo|fixme|prettier|istanbul|generated|inheritdoc|#region|pragma|^see\b|-{5}|={5}|sourceMappingURL/i;

function isSentence(text) {
  if (text.length < 6 || NO_DOC.test(text) || (text.match(/[{};=]/g)?.length ?? 0) > 2) return false;
  return text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length >= 3 || /\p{Script=Han}{4}/u.test(text);
}
