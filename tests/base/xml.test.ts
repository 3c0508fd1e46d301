/** XML as project files have it, and texts that are not XML. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Element, elementsIn, readXml } from "../../src/base/xml.js";

/** An element in one line: its name, its attributes, and its text or its children in brackets. */
function written({ name, attributes, text, children }: Element): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}=${value}`);
  const inside = children.length > 0 ? children.map(written).join(" ") : text;
  return `${name}${pairs.join("")}(${inside})`;
}

const texts: { name: string; text: string; want: string }[] = [
  { name: "elements, attributes and texts", text: `<a b="1" c='2'><d>x</d><d/></a>`, want: "(a b=1 c=2(d(x) d()))" },
  { name: "a declaration and a byte order mark", text: `\uFEFF<?xml version="1.0"?><a/>`, want: "(a())" },
  { name: "a comment is not text", text: "<a>x<!-- <b/> -->y</a>", want: "(a(xy))" },
  { name: "CDATA is text", text: "<a>x<![CDATA[<b>&amp;</b>]]></a>", want: "(a(x<b>&amp;</b>))" },
  { name: "entities", text: `<a b="&quot;x&quot;">&lt;&#65;&amp;</a>`, want: `(a b="x"(<A&))` },
  { name: "an angle bracket in an attribute", text: `<a b="x > y"/>`, want: "(a b=x > y())" },
  { name: "entities of its own stay", text: `<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>`, want: "(a(&e;))" },
  { name: "an element that is never closed", text: "<a><b><c/></a><d/>", want: "(a(b(c())) d())" },
  { name: "a closing tag of no element", text: "<a><b/></c><d/></a>", want: "(a(b()) d())" },
  { name: "a comment that never ends", text: "<a><b/><!-- <c/></a>", want: "(a(b()))" },
  { name: "an attribute without a value", text: `<a b c="1"/>`, want: "(a c=1())" },
  { name: "no XML", text: "solution, version 12", want: "(solution, version 12)" },
  { name: "nothing", text: "", want: "()" },
];

describe("the elements of a text", () => {
  test.each(texts)("$name", ({ text, want }) => expect(written(readXml(text))).toBe(want));

  test("elements that are nested deeper than those of project files are passed over", () => {
    const names = elementsIn(readXml(`<a>${"<b>".repeat(50_000)}x${"</b>".repeat(50_000)}<c>y</c></a>`));
    expect(names.filter(({ name }) => name === "b")).toHaveLength(31);
    expect(names.map(({ name, text }) => name + text)).toContain("cy");
    expect(names.some(({ text }) => text === "x")).toBe(false);
  });

  test("a text with more than a hundred faults is read up to there", () => {
    const names = elementsIn(readXml(`<a><b/>${"<c>&d;</c>".repeat(200)}<e/></a>`)).map(({ name }) => name);
    expect(names).toEqual(["a", "b", ...Array.from({ length: 101 }, () => "c")]);
  });

  test("no text throws", () => {
    const piece = fc.constantFrom(
      ..."< > / & ; ' \" = a b ! ? - [ ] # x \uD800 \0".split(" "),
      ..."<a </a> <!-- --> <![CDATA[ ]]> &#x110000; &amp <!DOCTYPE <?xml ?> \uFEFF <a>".split(" "),
      ...[" ", "\n", "__proto__"],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        elementsIn(readXml(pieces.join("")));
      }),
      { numRuns: 3_000 },
    );
  });
});

test("left out elements take those in them along", () => {
  const document = readXml("<a><b><c/></b><d><c/></d></a>");
  const left = elementsIn(document, ({ name }) => name === "b");
  expect(left.map(({ name }) => name)).toEqual(["a", "d", "c"]);
});
