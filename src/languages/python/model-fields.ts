/** The values of fields of Django's models that lead to other models: `owner = models.ForeignKey(User, on_delete=CASCADE)` is a User. */
import type { TypeExpr } from "../../model/parse-result.js";
import { freeNamed, named } from "../../model/type-forms.js";
import type { Analysis, Scope } from "./analysis.js";
import { classAround, readType } from "./names.js";

const TO_ONE: ReadonlySet<string> = new Set(["ForeignKey", "OneToOneField"]);

/** The type of the value of a field that a call makes; null for a call that makes none. */
export function typeOfModelField(
  a: Analysis,
  scope: Scope,
  made: { specifier: string; name: string },
  given: readonly number[],
): TypeExpr | null {
  const isToOne = TO_ONE.has(made.name);
  if (!/^django\.db\b/.test(made.specifier) || (!isToOne && made.name !== "ManyToManyField")) return null;
  const [first = -1] = given;
  if (first < 0 || a.tree.type(first) === "keyword_argument") return null;
  const own = /^["']self["']$/.test(a.tree.text(first)) ? classAround(a, scope) : -1;
  const model = own >= 0 ? named({ in: "this", type: own }) : readType(a, scope, first);
  return isToOne || model === null ? model : freeNamed("QuerySet", [model]);
}
