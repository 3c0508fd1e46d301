/** Percent-encoded text. */

/** The text without percent-encoding; one that is encoded wrongly stays as it is. */
export function decodedPercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % stands for itself.
    return text;
  }
}
