/** The layout of C#: its projects. C# has no modules. */
import { FLAT, type Layout, type ProjectConfig } from "../layout.js";
import { type CsharpProjects, createCsharpProjects } from "./projects.js";

/** The C# projects of a repository. */
export type CsharpLayout = CsharpProjects & Layout;

/** The layout that the project files of a repository give. */
export function createCsharpLayout(config: ProjectConfig): CsharpLayout {
  return { ...FLAT, ...createCsharpProjects(config) };
}
