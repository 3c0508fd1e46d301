/** The parameters of a signature as it is written. */

/** `(int a, Dictionary<string, int> b)` gives its two parameters. `quotes` begin and end texts; arrows, as in `(a: (Int) -> Bool)`, close nothing. */
export function splitParameters(signature: string, quotes = "\"'"): string[] {
  const parameters: string[] = [];
  let depth = 0;
  let start = 1;
  const end = signature.length - 1;
  for (let index = 1; index < end; index++) {
    const char = signature.charAt(index);
    if (quotes.includes(char)) {
      for (index++; index < end && signature[index] !== char; index++) if (signature[index] === "\\") index++;
    } else if ("(<[{".includes(char)) depth++;
    else if (")]}".includes(char) || (char === ">" && !"-=".includes(signature.charAt(index - 1)))) depth--;
    else if (char === "," && depth === 0) {
      parameters.push(signature.slice(start, index).trim());
      start = index + 1;
    }
  }
  const last = signature.slice(start, end).trim();
  if (last !== "") parameters.push(last);
  return parameters;
}
