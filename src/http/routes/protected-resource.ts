/** /.well-known/oauth-protected-resource: names the issuer of tokens for this service to OAuth clients (RFC 9728). */
import { type Request, Router } from "express";
import type { Config } from "../../config/config.js";
import { SCOPES } from "../../model/principal.js";
import { originOf } from "../origin.js";

const PATH = "/.well-known/oauth-protected-resource";
type Settings = Pick<Config, "auth" | "publicUrl" | "jwtIssuer" | "jwtScopePrefix">;

/** The URL of the document about the resource of a refused request; null where no issuer is configured. */
export function metadataUrl(config: Settings): (request: Request) => string | null {
  return (request) =>
    config.auth.includes("jwt") ? `${originOf(config, request)}${PATH}${resourceOf(request)}` : null;
}

/** The resource of a request: the endpoint of MCP, or the whole service. */
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
