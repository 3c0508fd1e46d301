/**
 * The settings that may change while the service runs. A flag or a variable of the environment stands over what update_config has stored in the
 * database, and that over the configuration file and the defaults. All processes of an installation read the stored values and hear of changes.
 */
import { CodeindexError, invalidParameter } from "../base/errors.js";
import type { Logger } from "../base/log.js";
import type { Config, SettingSource } from "../config/config.js";
import { CHANGEABLE, CONFIG_KEYS, type ConfigKey } from "../config/keys.js";
import type { Db } from "./db/db.js";
import { readSettings, SETTINGS_CHANNEL, writeSettings } from "./settings.js";

type SettingName = (typeof CHANGEABLE)[number];

/** The values that hold. */
export type Settings = { readonly [K in SettingName]: Config[K] };

/** How a process was started. Plain data, which can be handed to a thread. */
export interface StartSettings {
  values: Settings;
  sources: Readonly<Record<SettingName, SettingSource>>;
}

/** A setting's value, and where it was set. */
export interface SettingState {
  value: number | string | null;
  source: SettingSource | "update_config";
}

/** Values by setting; null takes one back. */
export type SettingChanges = { readonly [K in SettingName]?: Settings[K] | string | null | undefined };

export interface LiveSettings {
  /** As of the last change that this process heard of. */
  current(): Settings;
  /** As the database has them now. */
  read(): Promise<Settings>;
  /** Each setting with its source, as of now. */
  describe(): Promise<Record<SettingName, SettingState>>;
  /**
   * Stores changes for all processes, which take them over within moments. Throws `invalid_parameter` for an invalid value, and for a setting that a flag or
   * a variable decides.
   */
  change(changes: SettingChanges): Promise<void>;
  /** Calls `changed` after each change of a value in force; at once if `seen` is no longer in force. */
  follow(seen: Settings, changed: Follower): void;
  close(): Promise<void>;
}

type Follower = (now: Settings, before: Settings) => void | Promise<void>;

/** How a configuration starts a process. */
export function startSettings(config: Config): StartSettings {
  const pick = <T>(from: { readonly [K in SettingName]: T }) =>
    Object.fromEntries(CHANGEABLE.map((name) => [name, from[name]]));
  return {
    // Keys and values of a configuration, of which these are some.
    values: pick<unknown>(config) as unknown as Settings,
    sources: pick(config.sources) as Record<SettingName, SettingSource>,
  };
}

/** Reads the stored settings, and hears of their changes until it is closed. */
export async function openSettings(db: Db, start: StartSettings, log: Logger): Promise<LiveSettings> {
  const followers: Follower[] = [];
  let current = start.values;
  let looking: Promise<void> = Promise.resolve();

  const read = async (): Promise<Settings> => valuesOf(statesOf(start, await readSettings(db)));

  /** Takes over what is stored. While the database is away everything stays as it is; the reconnection looks again. */
  function look(): Promise<void> {
    looking = looking
      .then(async () => {
        const before = current;
        current = await read();
        for (const follower of followers) await tell(follower, before);
      })
      .catch((error) => log.warn({ err: error }, "failed to take over changed settings"));
    return looking;
  }

  async function tell(follower: Follower, seen: Settings): Promise<void> {
    if (CHANGEABLE.some((name) => current[name] !== seen[name])) await follower(current, seen);
  }

  const stopListening = await db.listen(SETTINGS_CHANNEL, () => void look());
  await look();
  return {
    current: () => current,
    read,
    describe: async () => statesOf(start, await readSettings(db)),
    async change(changes) {
      await writeSettings(db, checkChanges(start, changes));
      await look();
    },
    follow(seen, changed) {
      followers.push(changed);
      looking = looking
        .then(() => tell(changed, seen))
        .catch((error) => log.warn({ err: error }, "failed to take over changed settings"));
    },
    async close() {
      await stopListening();
      await looking;
    },
  };
}

/** The values in force, and their sources. A stored value that this version does not take does not count. */
function statesOf(
  { values, sources }: StartSettings,
  stored: Record<string, unknown>,
): Record<SettingName, SettingState> {
  const states = CHANGEABLE.map((name): [SettingName, SettingState] => {
    const changed = isFixed(sources[name]) ? undefined : keyOf(name).kind.parse(stored[name]);
    if (changed === undefined) return [name, { value: values[name], source: sources[name] }];
    return [name, { value: changed as string | number, source: "update_config" }];
  });
  return Object.fromEntries(states) as Record<SettingName, SettingState>;
}

const valuesOf = (states: Record<SettingName, SettingState>): Settings =>
  Object.fromEntries(CHANGEABLE.map((name) => [name, states[name].value])) as unknown as Settings;

/** The values to store. */
function checkChanges({ sources }: StartSettings, changes: SettingChanges): Record<string, unknown> {
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes) as [SettingName, unknown][]) {
    if (value === undefined) continue;
    const { environment, flag, kind, meaning } = keyOf(name);
    if (isFixed(sources[name]))
      throw new CodeindexError(
        "invalid_parameter",
        `settings.${name}: ${sources[name] === "flag" ? (flag ?? "a flag") : environment} sets it where the service is started, and stands over update_config.`,
        { parameter: `settings.${name}` },
        [`Unset ${environment} and restart the service, or change it there.`],
      );
    const parsed = value === null ? null : kind.parse(value);
    if (parsed === undefined) throw invalidParameter(`settings.${name}`, `must be ${kind.allowed}. ${meaning}`);
    checked[name] = parsed;
  }
  return checked;
}

const keyOf = (name: SettingName): ConfigKey => CONFIG_KEYS[name] as ConfigKey;
const isFixed = (source: SettingSource): boolean => source === "flag" || source === "environment";
