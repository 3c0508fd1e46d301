export function create(
  /** What it is called. */
  name: string, // never empty
  options: {
    size?: number // in pixels
    style: { color: string
      text(): void }
    // border?: boolean
    [key: string]: unknown,
    separator: ";";
  },
): {
  name: string
  size: number
} {}
