/** A field of a tool's form, by the type that its schema has, with what is wrong with it. */
import { useId } from "preact/hooks";
import type { Field } from "../kit/tool-forms.js";

export interface ToolFieldProps {
  field: Field;
  value: string;
  problem: string | undefined;
  change(value: string): void;
}

export function ToolField({ field, value, problem, change }: ToolFieldProps) {
  const id = useId();
  const hint = hintOf(field);
  const shared = {
    id,
    name: field.name,
    value,
    "aria-required": field.isRequired,
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-hint ${id}-problem`,
  };
  return (
    <div class="field">
      <label for={id}>
        {field.name}
        {field.isRequired && <span class="dim"> needed</span>}
      </label>
      {field.choices.length > 0 ? (
        <select {...shared} onChange={(event) => change(event.currentTarget.value)}>
          <option value="">{field.fallback === "" ? "" : `${field.fallback}, if left out`}</option>
          {field.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : field.isLong ? (
        <textarea {...shared} rows={3} spellcheck={false} onInput={(event) => change(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={field.type === "integer" ? "numeric" : field.type === "number" ? "decimal" : "text"}
          placeholder={field.fallback}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      <span class="dim hint" id={`${id}-hint`}>
        {hint}
      </span>
      <span class="problem hint" id={`${id}-problem`} role={problem === undefined ? undefined : "alert"}>
        {problem}
      </span>
    </div>
  );
}

/** The schema's own words, and the range. */
function hintOf({ description, type, minimum, maximum }: Field): string {
  const words = [description];
  if (minimum !== undefined && maximum !== undefined && Math.abs(maximum) < 1e12)
    words.push(`${minimum} to ${maximum}.`);
  if (type === "list") words.push("Several with commas.");
  if (type === "json") words.push("In JSON.");
  return words.filter((each) => each !== "").join(" ");
}
