/** Prefixes that a library puts before the names of settings: with `viper.SetEnvPrefix("shop")`, `viper.GetInt("port")` reads SHOP_PORT. Pure. */

/** Texts that lines with a prefix have. */
export const PREFIX_TEXTS = ["EnvPrefix", "env_prefix", "envPrefix", "AddEnvironmentVariables"];
const PREFIX =
  /(?:EnvPrefix\s{0,9}\(\s{0,9}|AddEnvironmentVariables\s{0,9}\(\s{0,9}(?:prefix\s{0,9}:\s{0,9})?|env_?[pP]refix["']?\s{0,9}[:=]\s{0,9})["'`]([A-Za-z]\w{0,60})["'`]/;

/** The rest of a name behind the prefix that a line declares: `PORT` of SHOP_PORT; null if the name has no such prefix. */
export function restBehindPrefix(name: string, line: string): string | null {
  const prefix = PREFIX.exec(line)?.[1]?.replace(/_+$/, "");
  if (prefix === undefined || !name.toLowerCase().startsWith(`${prefix.toLowerCase()}_`)) return null;
  const rest = name.slice(prefix.length).replace(/^_+/, "");
  return rest === "" ? null : rest;
}
