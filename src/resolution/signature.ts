/** The parameters of a signature as it is written. */

/** `(int a, Dictionary<string, int> b)` gives its two parameters. */
export function splitParameters(signature: string): string[] {
  const parameters: string[] = [];
  let depth = 0;
  let start = 1;
  const end = signature.length - 1;
  for (let i = 1; i < end; i++) {
    const char = signature.charAt(i);
    if (char === '"' || char === "'") {
      for (i++; i < end && signature[i] !== char; i++) if (signature[i] === "\\") i++;
    } else if ("(<[{".includes(char)) depth++;
    else if (")>]}".includes(char)) depth--;
    else if (char === "," && depth === 0) {
      parameters.push(signature.slice(start, i).trim());
      start = i + 1;
    }
  }
  const last = signature.slice(start, end).trim();
  if (last !== "") parameters.push(last);
  return parameters;
}
