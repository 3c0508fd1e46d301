/** How declarations of C# are used where no reference shows it. */
import { folderOf } from "../../model/paths.js";
import {
  type DeclaredUse,
  isMember,
  isPrivate,
  type Published,
  publishedBelow,
  throughBases,
  type UsageConventions,
} from "../usage.js";

/** Members that a runtime, a host or a serialiser looks for by name. */
const CALLED =
  /^(Main|Program|Startup|Configure\w*|Dispose\w*|ToString|Equals|GetHashCode|CompareTo|GetEnumerator|Deconstruct|Invoke\w*|Finalize|ShouldSerialize\w+|Reset[A-Z]\w*|Get\w+Async|GetAwaiter|Add|op_\w+|operator.*|~.*|Page_\w+|Application_\w+|On[A-Z]\w*|Awake|Start|Update|FixedUpdate|LateUpdate)$/;

function outsideUse(declared: DeclaredUse): string | null {
  if (isMember(declared)) {
    if (CALLED.test(declared.name)) return "a runtime or a host may call a member of this name";
    if (declared.owner?.kind === "interface" || isOfInterface(declared)) return "a type may have to have it";
    if (/\b(?:extern|partial|operator)\b/.test(declared.head.split("(")[0] ?? ""))
      return "another part of it is elsewhere";
    // `void OnClick(object sender, EventArgs e)` is named by designers.
    if (/\(\s*object\??\s+\w+\s*,\s*\w*EventArgs\b/.test(declared.head)) return "it handles an event";
  }
  return throughBases(declared, true);
}

/** `Task IHostedService.StartAsync(…)`: the interface alone shows it. */
const isOfInterface = ({ head }: DeclaredUse): boolean =>
  /[\w>]\s?\.\s?@?\w+\s?(?:<[\w\s,]*>)?\s?$/.test(/^[^([{=;]*/.exec(head)?.[0].trimEnd() ?? "");

/** Projects that are programs, or that are packed for others. */
const PROGRAM = /<OutputType>\s*(?:Win)?Exe|Sdk="Microsoft\.NET\.Sdk\.(?:Web|Worker|BlazorWebAssembly)"/i;
const PACKED =
  /<(?:PackageId|IsPackable|GeneratePackageOnBuild|PackageTags|PackageLicenseExpression|PackageDescription)>(?!\s*false)/i;
const TESTS = /<IsTestProject>\s*true|Microsoft\.NET\.Test\.Sdk/i;

function published(manifests: ReadonlyMap<string, string>): Published {
  const projects = [...manifests].filter(([path]) => path.endsWith(".csproj"));
  const isPackedAll = [...manifests].some(([path, text]) => path.endsWith(".props") && PACKED.test(text));
  const hasProgram = projects.some(([, text]) => PROGRAM.test(text) && !TESTS.test(text));
  const reasons = new Map<string, string | null>();
  for (const [path, text] of projects) {
    const isProgram = PROGRAM.test(text);
    const why =
      PACKED.test(text) || (isPackedAll && !isProgram) ? "public in a project that is packed for others" : null;
    reasons.set(
      folderOf(path),
      why ?? (isProgram || hasProgram ? null : "public in a library without a program beside it"),
    );
  }
  return publishedBelow(reasons, "no project file says what is for others");
}

export const usage: UsageConventions = {
  harmlessMarks: new Set([
    "Obsolete",
    "MethodImpl",
    "DebuggerStepThrough",
    "DebuggerHidden",
    "DebuggerDisplay",
    "ExcludeFromCodeCoverage",
    "SuppressMessage",
    "CanBeNull",
    "NotNull",
    "Pure",
    "EditorBrowsable",
  ]),
  sight: (declared) => (isPrivate(declared) ? "file" : "project"),
  isRun: (declared) => /^(Program|Startup|Main)$/.test(declared.name),
  outsideUse,
  fitsByShape: false,
  manifests: /\.csproj$|(^|\/)Directory\.Build\.props$/,
  published,
};
