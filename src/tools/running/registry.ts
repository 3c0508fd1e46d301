/** A list of tools under their names. */

/** The list with a tool added to its end or, where one of that name is there, in its place: the order that clients know stays. */
export function registerTool<Tool extends { name: string }>(list: readonly Tool[], tool: Tool): Tool[] {
  const index = list.findIndex(({ name }) => name === tool.name);
  return index < 0 ? [...list, tool] : list.with(index, tool);
}
