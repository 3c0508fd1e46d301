/** Requests of Django, by the parameter `request` of views, middleware and actions: their `user` is of the model of users. */

import { freeNamed } from "../../model/type-forms.js";
import type { Analysis, Parameter, Walk } from "./analysis.js";
import { instanceOf } from "./walks.js";

/** The free name of the type of a request; no name of a source has a dot. */
export const REQUEST = "django.Request";

const MODULES = /^(?:django|rest_framework)(?:\.|$)/;

/** The request that a parameter without an annotation is, where the file is one of Django's; null for any other parameter. */
export function requestOf(a: Analysis, { name, isFixture }: Parameter): Walk | null {
  if (name !== "request" || isFixture || !a.imports.some(({ specifier }) => MODULES.test(specifier))) return null;
  return instanceOf(freeNamed(REQUEST));
}
