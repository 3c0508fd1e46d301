/** Settings that change while the service runs: what stands over what, and how processes hear of it. */
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../../src/base/log.js";
import { type Flags, readConfig } from "../../src/config/config.js";
import type { Db } from "../../src/store/db/db.js";
import { type LiveSettings, openSettings, startSettings } from "../../src/store/live-settings.js";
import { readSettings, writeSettings } from "../../src/store/settings.js";
import { describeStores } from "../helpers/store.js";

/** A process that was started with these flags and variables. */
async function start(db: Db, flags: Flags = {}, env: NodeJS.ProcessEnv = {}): Promise<LiveSettings> {
  const config = readConfig({ repos: ["/srv/app"], dataDir: "/srv/data", ...flags }, env);
  const settings = await openSettings(db, startSettings(config), createLog("silent"));
  onTestFinished(() => settings.close());
  return settings;
}

describeStores("settings", (store) => {
  test("a change reaches every process, and those that start later", async () => {
    const one = await start(store());
    const other = await start(store());
    const heard: number[] = [];
    other.follow(other.current(), (now) => void heard.push(now.chunkSize));
    await one.change({ chunkSize: 300, cacheSize: "500MB" });
    expect(one.current()).toMatchObject({ chunkSize: 300, cacheSize: 524_288_000 });
    await expect.poll(() => heard).toEqual([300]);
    expect((await start(store())).current().chunkSize).toBe(300);
  });

  test("null takes a change back", async () => {
    const settings = await start(store());
    await settings.change({ maxFiles: 500 });
    expect((await settings.describe()).maxFiles).toEqual({ value: 500, source: "update_config" });
    await settings.change({ maxFiles: null });
    expect((await settings.describe()).maxFiles).toEqual({ value: null, source: "default" });
    expect(await readSettings(store())).toEqual({});
  });

  test("a variable and a flag stand over what is stored, and a change of them is refused by name", async () => {
    await (await start(store())).change({ chunkSize: 300, embeddingProvider: "none" });
    const settings = await start(store(), { embeddingProvider: "local" }, { CODEINDEX_CHUNK_SIZE: "400" });
    expect(await settings.describe()).toMatchObject({
      chunkSize: { value: 400, source: "environment" },
      embeddingProvider: { value: "local", source: "flag" },
    });
    await expect(settings.change({ chunkSize: 500 })).rejects.toThrow(/settings\.chunkSize: CODEINDEX_CHUNK_SIZE sets/);
    expect((await readSettings(store())).chunkSize).toBe(300);
  });

  test("a wrong value stores nothing, not even the right ones beside it", async () => {
    const settings = await start(store());
    await expect(settings.change({ chunkSize: 300, cacheSize: "1MB" })).rejects.toThrow(/settings\.cacheSize: .*16MB/);
    expect(await readSettings(store())).toEqual({});
  });

  test("a stored value that this version does not take is none", async () => {
    await writeSettings(store(), { chunkSize: 7, unheardOf: true });
    expect((await start(store())).current().chunkSize).toBe(250);
  });

  test("a follower that saw older settings is told at once", async () => {
    const settings = await start(store());
    const seen = settings.current();
    await settings.change({ chunkSize: 300 });
    const heard = new Promise((done) =>
      settings.follow(seen, (now, before) => done([before.chunkSize, now.chunkSize])),
    );
    expect(await heard).toEqual([250, 300]);
  });
});
