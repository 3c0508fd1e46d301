/**
 * The URIs of resources: `codeindex://{project}/…`, and `codeindex://…` for the selected project.
 *
 * A URI is read as text, not as a web address: `..` and doubled slashes are left to the sandbox. Percent-encoding is decoded once, after the URI was
 * taken apart, so that `%2F`, `%3F` and `%23` are characters of a path and never delimiters.
 */
import { CodeindexError, invalidParameter } from "../../base/errors.js";
import { nth } from "../../base/need.js";

export const SCHEME = "codeindex://";
const LONGEST = 8000;

/** A URI template: `{name}` and `{+name}` match a part of the path, `{?a,b}` are parameters. */
export interface Template {
  /** The template as clients see it, without the scheme. */
  text: string;
  pattern: RegExp;
  /** The variables in the order of the pattern's groups. */
  names: string[];
  parameters: string[];
}

/** A URI taken apart; still encoded. */
interface UriParts {
  path: string;
  parameters: Map<string, string>;
}

/** Makes a template of its text. */
export function templateOf(text: string): Template {
  const [path = "", query] = text.split("{?");
  const names: string[] = [];
  const pattern = path.replaceAll(/\{\+?(\w+)\}|[.*+?^${}()|[\]\\]/g, (found, name?: string) => {
    if (name === undefined) return `\\${found}`;
    names.push(name);
    return "(.+)";
  });
  return { text, pattern: new RegExp(`^${pattern}$`, "s"), names, parameters: query?.slice(0, -1).split(",") ?? [] };
}

/** The text of a URI between the scheme and the query, and its parameters. Throws `invalid_parameter`, or `not_found` for another scheme. */
export function splitUri(uri: string): UriParts {
  if (uri.length > LONGEST) throw invalidParameter("uri", `is longer than ${LONGEST} characters`);
  if (uri.slice(0, SCHEME.length).toLowerCase() !== SCHEME) throw unknownResource(uri);
  if (uri.includes("#")) throw invalidParameter("uri", "has a fragment; write # as %23 where it is part of a path");
  const rest = uri.slice(SCHEME.length);
  const mark = rest.indexOf("?");
  const path = (mark < 0 ? rest : rest.slice(0, mark)).replace(/\/$/, "");
  const parameters = new Map<string, string>();
  for (const pair of mark < 0 ? [] : rest.slice(mark + 1).split("&")) {
    if (pair === "") continue;
    const [name = "", value = ""] = splitOnce(pair, "=");
    parameters.set(decode(name), decode(value));
  }
  return { path, parameters };
}

function splitOnce(text: string, mark: string): string[] {
  const offset = text.indexOf(mark);
  return offset < 0 ? [text] : [text.slice(0, offset), text.slice(offset + mark.length)];
}

/**
 * The template's variables and parameters in this URI, decoded; null where it does not fit. Throws `invalid_parameter` where they cannot be decoded.
 */
export function matchTemplate(template: Template, { path, parameters }: UriParts): Record<string, string> | null {
  const match = template.pattern.exec(path);
  if (!match) return null;
  const values: Record<string, string> = {};
  for (const [index, name] of template.names.entries()) values[name] = decode(nth(match, index + 1));
  for (const [name, value] of parameters) {
    if (!template.parameters.includes(name)) throw unknownParameter(name, template);
    values[name] = value;
  }
  return values;
}

function unknownParameter(name: string, { parameters }: Template): Error {
  const known =
    parameters.length > 0 ? `known are ${parameters.join(", ")}` : "write ? as %3F where it is part of a path";
  return invalidParameter(name.slice(0, 60) || "uri", `there is no such parameter; ${known}`);
}

/** Throws `invalid_parameter` for an invalid escape, and for one that is not UTF-8. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw invalidParameter("uri", "has a % that begins no UTF-8 character; write % itself as %25");
  }
}

/** The error of a URI that names no resource. */
export function unknownResource(uri: string): CodeindexError {
  return new CodeindexError(
    "not_found",
    `There is no resource ${JSON.stringify(uri.slice(0, 200))}.`,
    { uri: uri.slice(0, 200) },
    ["resources/list and resources/templates/list show the resources there are."],
  );
}

/** The URI of a resource of a project. */
export function projectUri(projectId: string, path: string): string {
  return `${SCHEME}${encodeURIComponent(projectId)}/${path}`;
}

/** The URI of a file. The last slash of a path that ends in `/chunks` is encoded, as `/chunks` asks for a file's chunks. */
export function fileUri(projectId: string, path: string): string {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return projectUri(projectId, `file/${encoded.replace(/\/chunks$/, "%2Fchunks")}`);
}
