/** Which changes of resources a follower is told. */
import { expect, test } from "vitest";
import type { WatchedResource } from "../../src/mcp/resources/changes.js";
import type { ServiceHost } from "../../src/mcp/service-host.js";
import { createUpdates, type Update } from "../../src/mcp/updates.js";
import { ANYONE } from "../../src/model/principal.js";
import { GENERATION_CHANNEL } from "../../src/store/views.js";
import { tableHost } from "./table.js";

const resource = (uri: string): WatchedResource => ({ uri, projectId: null, path: null, state: "" });

test("of what was let go of while it was looked at, nothing is told", async () => {
  const host = tableHost();
  let published = (_projectId: string): void => undefined;
  const listen: ServiceHost["db"]["listen"] = async (channel, heard) => {
    if (channel === GENERATION_CHANNEL) published = heard;
    return async () => undefined;
  };
  const looks: (() => void)[] = [];
  const updates = createUpdates({ ...host, db: { ...host.db, listen } }, async (_who, uri) => {
    await new Promise<void>((look) => looks.push(look));
    return resource(uri);
  });
  const told: Update[] = [];
  const following = updates.follow({ principal: ANYONE, pinnedProject: undefined }, (update) => told.push(update));
  const watching = ["codeindex://let-go", "codeindex://kept"].map((uri) => following.watch(uri));
  following.unwatch("codeindex://let-go");
  for (const look of looks) look();
  await Promise.all(watching);
  published("");
  await expect.poll(() => told).toEqual([{ uri: "codeindex://kept" }]);
  await updates.close();
});
