/** A list of tools under their names. */

/** The list with a tool added, at its end or in place of the one of that name: clients know the order. */
export function registerTool<Tool extends { name: string }>(list: readonly Tool[], tool: Tool): Tool[] {
  const index = list.findIndex(({ name }) => name === tool.name);
  return index < 0 ? [...list, tool] : list.with(index, tool);
}
