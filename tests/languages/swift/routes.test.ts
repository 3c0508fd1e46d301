/** Routes and requests of Swift, by src/languages/swift/routes.ts. */
import { expect, test } from "vitest";
import { routes } from "../../../src/languages/swift/routes.js";
import { dedent } from "../../helpers/dedent.js";

const declared = (text: string) =>
  routes
    .declared("routes.swift", text)
    .routes.map(({ method, path, lineStart, isPartial }) =>
      [`${lineStart} ${method} ${path}`, isPartial && "partial"].filter(Boolean).join(" "),
    );

test("Vapor: paths in parts, groups, collections that are handed their routes", () => {
  const source = dedent`
    func routes(_ app: Application) throws {
        app.get { req in "home" }
        app.get("cats", ":id") { req async in
            try await find(req)
        }
        let dogs = app.grouped("api", "dogs")
        dogs.post(use: add)
        app.on(.PATCH, "owls", body: .stream) { req in "" }
        // app.get("gone") { req in "" }
    }

    struct HenController: RouteCollection {
        func boot(routes: RoutesBuilder) throws {
            routes.get("eggs", use: eggs)
            let hens = routes.grouped("hens")
            hens.group(":id") { hen in
                hen.delete(use: drop)
            }
        }
    }
  `;
  expect(declared(source)).toEqual([
    "2 GET /",
    "3 GET /cats/:id",
    "7 POST /api/dogs",
    "8 PATCH /owls",
    "14 GET /eggs partial",
    "17 DELETE /hens/:id",
  ]);
  expect(declared('let value = cache.get("key") { 1 }')).toEqual([]);
});

test("requests of tests and of clients", () => {
  const source = dedent`
    try app.test(.GET, "/cats/\\(cat.id)") { res in }
    try await app.testing().test(.POST, "dogs", beforeRequest: { req in })
    try await client.execute(uri: "/owls", method: .delete)
    client.get("https://example.com/x")
    values.get("key")
  `;
  expect(routes.asked(source).requests.map(({ method, path, line }) => `${line} ${method} ${path}`)).toEqual([
    `1 GET /cats/\${}`,
    "2 POST /dogs",
    "3 DELETE /owls",
    "4 GET https://example.com/x",
  ]);
});
