/** /openapi.json: what is described is what is served. */
import { Validator } from "@seriousme/openapi-schema-validator";
import express from "express";
import { expect, test } from "vitest";
import { describeApi } from "../../src/http/openapi.js";
import { addRoute } from "../../src/http/route.js";
import { ROUTES } from "../../src/http/routes/index.js";
import { TOOLS } from "../../src/tools/index.js";
import { tableHost } from "../mcp/table.js";

type Operation = { operationId: string; parameters?: { name: string; in: string }[]; requestBody?: object };
const api = describeApi(ROUTES, TOOLS) as { openapi: string; paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test("is OpenAPI 3.1", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(api))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
});

test("describes every tool, and every path that the service takes", () => {
  const router = express.Router();
  for (const route of ROUTES) addRoute(router, route, tableHost());
  const served = router.stack.map(({ route }) => route!.path.replaceAll(/:(\w+)/g, "{$1}"));
  expect(Object.keys(api.paths)).toEqual(expect.arrayContaining(served));
  for (const { name } of TOOLS) expect(Object.keys(api.paths)).toContain(`/projects/{project}/tools/${name}`);
});

test("names every operation once", () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
});

test.each(operations)("$method $path has the parameters of its path", ({ path, operation }) => {
  const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path").map(({ name }) => name);
  expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
});

test("a question is a body, a choice among jobs a query", () => {
  expect(api.paths["/projects/{project}/search"]!.post).toHaveProperty(
    "requestBody.content.application/json.schema.properties.k.maximum",
    50,
  );
  expect(api.paths["/projects/{project}/jobs"]!.get!.parameters).toContainEqual(
    expect.objectContaining({ name: "limit", in: "query", required: false }),
  );
});
