/**
 * XML, as a tree of plain elements.
 *
 * saxes reads it: it follows XML 1.0 strictly, knows no entities but the five of XML, and goes on after a fault. (htmlparser2 and sax take minutes for a
 * text of 200,000 open elements, fast-xml-parser and @rgrove/parse-xml give nothing of a file with one fault, as it stands while somebody edits it.)
 */
import { SaxesParser } from "saxes";
import { nth } from "./need.js";

export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** The text directly in it, CDATA included. */
  text: string;
  children: Element[];
}

/** Elements deeper than this are passed over: project files (csproj, pom.xml) need ten levels. */
const MOST_DEPTH = 32;
/** A text with more faults than this is read up to there. Each costs 10 µs. */
const MOST_FAULTS = 100;

/** The elements of a text, below a root element without a name. Never throws: of a text that is not well formed it gives the part that can be read. */
export function readXml(text: string): Element {
  const document: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [document];
  /** How many elements are open, those too deep to be kept among them. */
  let depth = 0;
  let faults = 0;
  const addText = (part: string) => {
    const element = open[depth];
    if (element !== undefined) element.text += part;
  };
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    depth++;
    if (depth > MOST_DEPTH) return;
    const element: Element = { name, attributes, text: "", children: [] };
    nth(open, depth - 1).children.push(element);
    open.length = depth;
    open.push(element);
  });
  parser.on("closetag", () => depth--);
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("error", () => {
    if (++faults > MOST_FAULTS) throw new Error("too many faults");
  });
  try {
    parser.write(text).close();
  } catch {
    // Too many faults, or half a character at the end, for which saxes itself throws.
  }
  return document;
}

/** The elements in another, in the order of the text. An element that `isLeftOut` names is left out with its contents. */
export function elementsIn(element: Element, isLeftOut: (element: Element) => boolean = () => false): Element[] {
  const found: Element[] = [];
  const collect = ({ children }: Element) => {
    for (const child of children) {
      if (isLeftOut(child)) continue;
      found.push(child);
      collect(child);
    }
  };
  collect(element);
  return found;
}
