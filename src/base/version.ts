/** The version of this program, from package.json. */
import { readFileSync } from "node:fs";
import { packageFile } from "./package.js";

const { version } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as {
  version: string;
};

export const VERSION = version;

/** The User-Agent of the commands that call a service. */
export const USER_AGENT = `codeindex-cli/${VERSION}`;
