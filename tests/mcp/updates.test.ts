/** Which changes of resources a follower is told. */
import { expect, test } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import type { WatchedResource } from "../../src/mcp/resources/changes.js";
import type { ServiceHost } from "../../src/mcp/service-host.js";
import { createUpdates, type Update } from "../../src/mcp/updates.js";
import { ANYONE } from "../../src/model/principal.js";
import { GENERATION_CHANNEL } from "../../src/store/views.js";
import { tableHost } from "./table.js";

const resource = (uri: string): WatchedResource => ({ uri, projectId: null, path: null, state: "" });

/** A host whose database tells of publications by `publish`. */
function hostWith(log: Partial<ServiceHost["log"]> = {}) {
  const host = tableHost();
  let published = (_projectId: string): void => undefined;
  const listen: ServiceHost["db"]["listen"] = async (channel, heard) => {
    if (channel === GENERATION_CHANNEL) published = heard;
    return async () => undefined;
  };
  const publish = (projectId: string) => published(projectId);
  return { host: { ...host, db: { ...host.db, listen }, log: Object.assign(host.log, log) }, publish };
}

test("of what was let go of while it was looked at, nothing is told", async () => {
  const { host, publish } = hostWith();
  const looks: (() => void)[] = [];
  const updates = createUpdates(host, async (_who, uri) => {
    await new Promise<void>((look) => looks.push(look));
    return resource(uri);
  });
  const told: Update[] = [];
  const following = updates.follow({ principal: ANYONE, pinnedProject: undefined }, (update) => told.push(update));
  const watching = ["codeindex://let-go", "codeindex://kept"].map((uri) => following.watch(uri));
  following.unwatch("codeindex://let-go");
  for (const look of looks) look();
  await Promise.all(watching);
  publish("");
  await expect.poll(() => told).toEqual([{ uri: "codeindex://kept" }]);
  await updates.close();
});

test("of what could not be looked at, any change is told; of what does not exist, none", async () => {
  const warnings: unknown[] = [];
  const { host, publish } = hostWith({ warn: (fields: object) => void warnings.push(fields) });
  const updates = createUpdates(host, async (_who, uri) => {
    if (uri === "codeindex://gone") throw new CodeindexError("not_found", "There is no such file.");
    throw new CodeindexError("engine_unavailable", "The database does not answer.");
  });
  const told: Update[] = [];
  const following = updates.follow({ principal: ANYONE, pinnedProject: undefined }, (update) => told.push(update));
  for (const uri of ["codeindex://gone", "codeindex://unread"]) await following.watch(uri);
  publish("some-project");
  await expect.poll(() => told).toEqual([{ uri: "codeindex://unread" }]);
  expect(warnings).toMatchObject([{ uri: "codeindex://unread" }]);
  await updates.close();
});
