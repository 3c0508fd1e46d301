/** Python: the user of a request of Django: of the model that the project sets. */
import { REQUEST } from "../../../languages/python/requests.js";
import { UNKNOWN_TYPE } from "../../../model/type-forms.js";
import { toInstance } from "../../instance.js";
import { type External, type Place, UNKNOWN } from "../../place.js";
import type { Program } from "../../program.js";
import type { ProgramFile } from "../../program-file.js";
import { modelOfUsers } from "./registry.js";
import { isRequestOfView } from "./view-names.js";

/** The request that a parameter of a file holds. */
export function request(file: ProgramFile): External {
  const args = [{ file, from: 0, type: UNKNOWN_TYPE }];
  return { is: "external", module: REQUEST, name: "Request", type: "Request", args };
}

/**
 * The member of a request; null for any other value. Middleware of a project gives requests members of its own, so that a parameter that is only called
 * `request` tells nothing of others than the user.
 */
export function memberOfRequest(program: Program, place: External, name: string): Place | null {
  const isParameter = place.module === REQUEST;
  if (!isParameter && !isRequestOfView(place)) return null;
  const users = name === "user" ? modelOfUsers(program) : UNKNOWN;
  if (users.is === "symbols") return toInstance(program, users);
  return isParameter ? UNKNOWN : null;
}
