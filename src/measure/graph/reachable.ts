/** All that a walk from `source` comes to, but for itself. `next`: where each step leads. */
export function reachable(next: ReadonlyMap<string, ReadonlySet<string>>, source: string): Set<string> {
  const reached = new Set<string>();
  const queue = [source];
  for (let current = queue.shift(); current !== undefined; current = queue.shift())
    for (const target of next.get(current) ?? [])
      if (!reached.has(target) && target !== source) {
        reached.add(target);
        queue.push(target);
      }
  return reached;
}
