/** /.well-known/oauth-protected-resource: where clients that speak OAuth learn who issues tokens for this service (RFC 9728). */
import { type Request, Router } from "express";
import type { Config } from "../../config/config.js";
import { SCOPES } from "../../model/principal.js";
import { originOf } from "../origin.js";

const PATH = "/.well-known/oauth-protected-resource";
type Settings = Pick<Config, "auth" | "publicUrl" | "jwtIssuer" | "jwtScopePrefix">;

/** Where a refused request finds the document about what it asked for; null where no issuer is configured. */
export function metadataUrl(config: Settings): (request: Request) => string | null {
  return (request) =>
    config.auth.includes("jwt") ? `${originOf(config, request)}${PATH}${resourceOf(request)}` : null;
}

/** The part of the service that a request is about: the endpoint of MCP, or all of it. */
const resourceOf = ({ path }: Request): string => (/^\/mcp(\/|$)/.test(path) ? "/mcp" : "");

/** The document, at the URL of the resource and at the root; none where no issuer is configured. */
export function protectedResource(config: Settings): Router {
  const router = Router();
  if (!config.auth.includes("jwt")) return router;
  router.get([PATH, `${PATH}/mcp`], (request, response) => {
    const resource = request.path.endsWith("/mcp") ? "/mcp" : "";
    response.json({
      resource: `${originOf(config, request)}${resource}`,
      resource_name: "codeindex",
      authorization_servers: [config.jwtIssuer],
      scopes_supported: SCOPES.map((scope) => config.jwtScopePrefix + scope),
      bearer_methods_supported: ["header"],
    });
  });
  return router;
}
