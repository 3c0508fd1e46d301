/**
 * How near nonsense comes to the chunks of a view. Every text is near to something, the more so the more chunks there are, and how near depends
 * on the model. So the floor is measured: a few texts without meaning are asked of the view, and nearness counts for itself only above them.
 */

/** Texts without meaning, as people mistype, invent and test with them: letters at random and syllables at random, of one to four words. */
export const NONSENSE: readonly string[] = [
  "qzjxkwv",
  "wqhjrtk zpvmgxl",
  "xkcdvbn mqwzrtp hjlgfds",
  "plokmijn uhbygvtf crdxeszw aqplmkoi",
  "zzyqv trwxk",
  "bnmghj vcxzasd qwertzui",
  "gfhjdk",
  "mxncbv alskdjf hgzqw poiru",
  "foribalu",
  "temiko sarunavo",
  "how does zubaleri work",
  "vanopiru kelatomi zosu",
  "where is the dufilago handled",
  "rimosabe tukavelo ninapo gurela",
  "pobuzari lemu",
  "kisodelupa",
];
/** The floor lies this many standard deviations above the mean of what they reach: 1 of 190 other such texts comes over it. */
const DEVIATIONS = 3;

/** A floor holds until the number of chunks has changed by this share. */
const CHANGE = 0.1;

/** Whether a floor that was measured among one number of chunks holds for another. */
export const isNoChange = (chunkCount: number, measured: number): boolean =>
  Math.abs(chunkCount - measured) <= CHANGE * measured;

/** The floor, from the cosine of the nearest chunk of each text; 0 of none. */
export function noiseFloor(nearest: readonly number[]): number {
  if (nearest.length === 0) return 0;
  const mean = nearest.reduce((sum, one) => sum + one, 0) / nearest.length;
  const variance = nearest.reduce((sum, one) => sum + (one - mean) ** 2, 0) / nearest.length;
  return mean + DEVIATIONS * Math.sqrt(variance);
}
