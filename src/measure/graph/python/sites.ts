/** The places of a source that are measured, found by a walk over the tree of tree-sitter that shares nothing with the extraction. */
import Parser from "tree-sitter";
import python from "tree-sitter-python";

/** A name whose definition is asked for: the callee of a call, or a base of a class. Line and column count from 0. */
export interface Site {
  name: string;
  line: number;
  column: number;
}

export interface ClassSite extends Site {
  bases: Site[];
  /** The methods and class variables that its body declares. */
  members: Site[];
}

export interface Sites {
  calls: Site[];
  classes: ClassSite[];
  /** The lines of calls of what has no name, as of the result of another call. */
  nameless: number[];
}

const PIECE = 16_000;

/** The calls and the classes of a source. */
export function sitesOf(source: string): Sites {
  const parser = new Parser();
  parser.setLanguage(python as unknown as Parser.Language);
  const tree = parser.parse((index) => source.slice(index, index + PIECE));
  const sites: Sites = { calls: [], classes: [], nameless: [] };
  const open = [tree.rootNode];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === "call") {
      const callee = lastName(node.childForFieldName("function"));
      if (callee !== null) sites.calls.push(callee);
      else sites.nameless.push(node.childForFieldName("function")?.endPosition.row ?? node.startPosition.row);
    } else if (node.type === "class_definition") sites.classes.push(classOf(node));
    open.push(...node.namedChildren);
  }
  return sites;
}

function lastName(node: Parser.SyntaxNode | null): Site | null {
  if (node?.type === "attribute") return lastName(node.childForFieldName("attribute"));
  if (node?.type === "subscript") return lastName(node.childForFieldName("value"));
  if (node?.type !== "identifier") return null;
  const { row: line, column } = node.startPosition;
  return { name: node.text, line, column };
}

function classOf(node: Parser.SyntaxNode): ClassSite {
  const name = lastName(node.childForFieldName("name")) ?? { name: "", line: 0, column: 0 };
  const bases = (node.childForFieldName("superclasses")?.namedChildren ?? []).flatMap((base) => lastName(base) ?? []);
  const members: Site[] = [];
  const blocks = [node.childForFieldName("body")];
  for (let block = blocks.pop(); block; block = blocks.pop()) {
    for (const statement of block.namedChildren) {
      const inner = statement.type === "decorated_definition" ? statement.childForFieldName("definition") : statement;
      if (inner?.type === "function_definition") {
        const member = lastName(inner.childForFieldName("name"));
        if (member !== null && !members.some((each) => each.name === member.name)) members.push(member);
      } else if (inner?.type === "if_statement" || inner?.type === "try_statement")
        blocks.push(...inner.descendantsOfType("block"));
    }
  }
  return { ...name, bases, members };
}
