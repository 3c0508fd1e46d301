/** Razor: components of Blazor, and views and pages of ASP.NET. Markup with C# in it. */
import { csharp } from "../csharp/index.js";
import { defineLanguage, type Language } from "../language.js";
import { nameRazor } from "./name.js";
import { usageOfRazor } from "./usage.js";

/** Raised when what is special to Razor is read in another way. */
const VERSION = 1;

const shared: Omit<Language, "name" | "extensions" | "reader"> = {
  ...csharp,
  extractorVersion: csharp.extractorVersion + VERSION,
  nameByPath: nameRazor,
  usage: usageOfRazor,
};

/** Components of Blazor. */
export const razor = defineLanguage({
  ...shared,
  name: "razor",
  extensions: [".razor"],
  reader: async () => (await import("./reader.js")).component,
});

/** Views and pages of ASP.NET. */
export const cshtml = defineLanguage({
  ...shared,
  name: "cshtml",
  extensions: [".cshtml"],
  reader: async () => (await import("./reader.js")).view,
});
