/** The examples by digest name the same images as those that they are put behind. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const imagesOf = (file: string) =>
  [...read(file).matchAll(/^\s*(?:image|NODE_IMAGE): ([\w./-]+:[^\s$]+)$/gm)].map(([, image]) => image!);

test("docker-compose.pinned.yml has a digest for each image of the others", () => {
  const base = /^ARG NODE_IMAGE=(\S+)$/m.exec(read("Dockerfile"))![1]!;
  const pinned = imagesOf("docker-compose.pinned.yml");
  for (const image of pinned) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
  // `pgvector/pgvector:0.8.6-pg17-bookworm` is what `pgvector/pgvector:pg17` was on that day.
  const fits = (image: string) => (each: string) => {
    const [name, tag = ""] = image.split(":");
    const [pinnedName, pinnedTag = ""] = each.split("@")[0]!.split(":");
    return pinnedName === name && tag.split("-").every((part) => new RegExp(`(^|-)${part}(\\.|-|$)`).test(pinnedTag));
  };
  const images = [base, ...imagesOf("docker-compose.yml")];
  expect(images).toHaveLength(3);
  expect(images.filter((image) => !pinned.some(fits(image)))).toEqual([]);
});
