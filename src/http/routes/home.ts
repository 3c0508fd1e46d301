/** /: says in plain words what this is and how to connect to it. */
import { Router } from "express";
import { clientConfig } from "../../cli/clients.js";
import { VERSION } from "../../mcp/listing.js";

export function homeRoute(): Router {
  const router = Router();
  router.get("/", (request, response) => {
    const origin = `${request.protocol}://${request.get("host")}`;
    response
      .type("text/plain")
      .send(
        [
          `codeindex ${VERSION}`,
          "",
          `MCP      ${origin}/mcp`,
          `REST     ${origin}/openapi.json`,
          `health   ${origin}/health`,
          `ready    ${origin}/ready`,
          `metrics  ${origin}/metrics`,
          "",
          "Client configuration (Cursor; codeindex mcp-config --client NAME prints others):",
          clientConfig("cursor", `${origin}/mcp?toolsets=search,symbols,research`).text,
          "",
        ].join("\n"),
      );
  });
  return router;
}
