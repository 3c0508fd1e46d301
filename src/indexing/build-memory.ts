/**
 * The memory that the builds of a process share, so that several at once take little more than one: for the symbols of programs, for kept parse
 * results, and for batches under way.
 *
 * Programs of small projects lie side by side, `SMALL` symbols in all. One more program may be of any size, in each lane: that lane's large build. A build
 * that finds neither place free gives up (`NoRoom`) and is run again later; what it has parsed until then is stored. So no build waits while it holds
 * memory, and none keeps a small one waiting.
 */

/** Symbols of small builds' programs together. A symbol takes about half a kilobyte. */
const SMALL = 100_000;
/** Packed parse results that builds keep from parsing to resolving; beyond this they are read again from the store. */
const MOST_KEPT_BYTES = 16_000_000;

export type BuildLane = "interactive" | "bulk";

/** Ends a build whose program has no room next to those of other builds. It can be run again at any time, and has room when they have ended. */
export class NoRoom extends Error {
  constructor() {
    super("Other builds take the memory that this one needs.");
    this.name = "NoRoom";
  }
}

/** The memory of one build. */
export interface RoomShare {
  /** Says how many symbols the build's program has. Throws `NoRoom`. */
  hold(symbols: number): void;
  /** Whether a packed parse result of `bytes` may be kept. */
  keep(bytes: number): boolean;
  /** The build's share of something that the process has `all` of; one at least. */
  share(all: number): number;
  leave(): void;
}

/** The memory of all builds of a process. */
export interface Room {
  /** A build begins. Throws `NoRoom` for a build that is known to have none. */
  enter(projectId: string, lane: BuildLane): RoomShare;
}

interface Held {
  lane: BuildLane;
  symbols: number;
  keptBytes: number;
  isLarge: boolean;
}

/** `small`: symbols of small builds' programs together. */
export function createRoom(small = SMALL): Room {
  const builds = new Set<Held>();
  /** How many symbols builds had that found no room, by project: they need not find that out again. */
  const refused = new Map<string, number>();
  const sum = (of: (build: Held) => number) => Array.from(builds, of).reduce((total, each) => total + each, 0);

  function hold(build: Held, projectId: string, symbols: number): void {
    build.symbols = Math.max(build.symbols, symbols);
    const isWithin = () => build.isLarge || sum(({ isLarge, symbols }) => (isLarge ? 0 : symbols)) <= small;
    if (isWithin()) return;
    const ofLane = [...builds].filter(({ lane }) => lane === build.lane);
    if (!ofLane.some(({ isLarge }) => isLarge)) {
      ofLane.reduce((one, other) => (other.symbols > one.symbols ? other : one)).isLarge = true;
      if (isWithin()) return;
    }
    refused.set(projectId, build.symbols);
    throw new NoRoom();
  }

  return {
    enter(projectId, lane) {
      const build: Held = { lane, symbols: 0, keptBytes: 0, isLarge: false };
      builds.add(build);
      try {
        hold(build, projectId, refused.get(projectId) ?? 0);
      } catch (error) {
        builds.delete(build);
        throw error;
      }
      refused.delete(projectId);
      return {
        hold: (symbols) => hold(build, projectId, symbols),
        keep(bytes) {
          if (sum(({ keptBytes }) => keptBytes) + bytes > MOST_KEPT_BYTES) return false;
          build.keptBytes += bytes;
          return true;
        },
        share: (all) => Math.max(1, Math.floor(all / builds.size)),
        leave: () => void builds.delete(build),
      };
    },
  };
}

/** The share of a build that is alone in its process. */
export function wholeRoom(): RoomShare {
  return createRoom().enter("", "bulk");
}
