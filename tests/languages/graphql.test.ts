/** Operations of GraphQL in texts: which fields of the root they ask for. */
import { expect, test } from "vitest";
import { present } from "../../src/base/need.js";
import { camelCase, fieldsIn, operationOf } from "../../src/languages/graphql.js";
import { codeLanguageOf } from "../../src/languages/index.js";
import { dedent } from "../helpers/dedent.js";
import { sized } from "../helpers/sized.js";

const fields = (text: string) => fieldsIn(text).map(({ operation, name }) => `${operation} ${name}`);
const requested = (extension: string, text: string) =>
  present(present(codeLanguageOf(`a.${extension}`)).routes)
    .asked(text)
    .requests.map(({ method, path, line }) => `${line} ${method} ${path}`);

test("fields of the root alone, behind aliases, variables and directives", () => {
  expect(
    fields(dedent`
      # Signs in.
      mutation SignIn($email: String! = "a}", $tags: [String!]) @live {
        tokenCreate(email: $email, more: {tags: $tags}) { token user { id } }
        other: tokenVerify(token: """}{""") @skip(if: true) { isValid }
        ...Rest
      }
    `),
  ).toEqual(["mutation tokenCreate", "mutation tokenVerify"]);
  expect(fields("subscription { tick }")).toEqual(["subscription tick"]);
});

test("several operations, and fragments on types of the root", () => {
  const text = dedent`
    fragment Money on Price { amount currency }
    fragment Rest on Query { shop { name } }
    query A { cats { price { ...Money } } ... on Query { dogs { id } } }
    query B { me { id } }
  `;
  expect(fields(text)).toEqual(["query shop", "query cats", "query me"]);
});

test("an operation without a word is a query, a text with a hole is none", () => {
  expect(fields("{ me { id } }")).toEqual(["query me"]);
  expect(fields("{\n  me\n}")).toEqual(["query me"]);
  expect(fields("{me}")).toEqual([]);
  expect(fields('{"query": 1}')).toEqual([]);
});

test("other texts are not operations", () => {
  for (const text of [
    "query the docs, then { wait }; or not",
    "query() { return cats; }",
    "The query { cats } is old.",
    "type Query { cats: [Cat!]! }",
    "mutation",
    "",
  ])
    expect(fields(text)).toEqual([]);
});

test("an operation that the text does not end is read as far as it goes", () => {
  expect(fields("query { cats(first: 2) { id")).toEqual(["query cats"]);
});

test("TypeScript: tagged templates, holes, texts that are put together", () => {
  const source = dedent`
    const QUERY = gql\`
      query Cats($first: Int) {
        cats(first: $first) { ...Cat }
      }
      \${CAT}
    \`;
    post({ query: "mutation { addCat(name: \\"Tom\\") { id } }" });
    post("query { " + "dogs { id } }");
    const sql = "select query from mutation";
  `;
  expect(requested("ts", source)).toEqual(["3 query cats", "7 mutation addCat", "8 query dogs"]);
});

test("Python: plain texts, f-strings with doubled braces, formats", () => {
  const source = dedent`
    MUTATION = """
        mutation tokenCreate($email: String!){
            tokenCreate(email: $email) { token }
        }
    """
    query = f"{{ cat(id: {cat_id}) {{ id }} }}"
    other = "query { dogs(first: %s) { id } }" % n
    more = FRAGMENT + '''query { birds { ...Bird } }'''
    name = "{name}"
  `;
  expect(requested("py", source)).toEqual(["3 mutation tokenCreate", "6 query cat", "7 query dogs", "8 query birds"]);
});

test("C#, Go, Java: texts over lines, and bodies of requests", () => {
  expect(
    requested(
      "cs",
      dedent`
        var a = """
          query { cats { id } }
          """;
        var b = $"{{ cat(id: {id}) {{ id }} }}";
        var c = @"mutation { add(name: ""Tom"") { id } }";`,
    ),
  ).toEqual(["2 query cats", "4 query cat", "5 mutation add"]);
  expect(
    requested(
      "go",
      'c.MustPost(`query { users { id } }`, &resp)\nbody := `{"query":"mutation { add(n: \\"x\\") { id } }"}`',
    ),
  ).toEqual(["1 query users", "2 mutation add"]);
  expect(requested("java", 'tester.document("query {" +\n  " cats { id } }").execute();')).toEqual(["2 query cats"]);
});

test("files of operations", () => {
  expect(
    requested(
      "graphql",
      dedent`
        query Cats {
          cats { id }
        }
      `,
    ),
  ).toEqual(["2 query cats"]);
  expect(
    requested(
      "graphql",
      dedent`
        type Query {
          cats: [Cat]
        }
      `,
    ),
  ).toEqual([]);
});

test("names", () => {
  expect(camelCase("token_create")).toBe("tokenCreate");
  expect(camelCase("_private_field")).toBe("_privateField");
  expect(["AccountQueries", "Query", "ShopMutation", "Cat"].map(operationOf)).toEqual([
    "query",
    "query",
    "mutation",
    null,
  ]);
});

test("hostile texts end", () => {
  for (const piece of ["{", "query {", "a:", "...", "a(", "@", '"', "#", "${", "{{", "query { a "]) {
    const text = `query {${piece.repeat(sized(60_000) / piece.length)}`;
    expect(fieldsIn(text).length).toBeLessThanOrEqual(200);
    for (const language of ["ts", "py", "cs", "go", "java", "graphql"]) {
      requested(language, `x = \`${text}\``);
      requested(language, `x = """${text}"""`);
    }
  }
});
