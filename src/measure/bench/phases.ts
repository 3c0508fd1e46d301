/** Splits the life of a process into phases, with the cost of each. */

export interface Phase {
  name: string;
  wallSeconds: number;
  /** CPU of the whole process, all its threads. */
  cpuSeconds: number;
}

export interface PhaseClock {
  /** Ends the current phase and begins another; the same name again changes nothing. */
  enter(name: string): void;
  /** Ends the last phase. Phases that were entered several times are summed up. */
  end(): Phase[];
}

/** The first phase begins with the process. */
export function createPhaseClock(first: string): PhaseClock {
  const phases = new Map<string, Phase>();
  let name = first;
  let wall = 0;
  let cpu = 0;
  const leave = (): void => {
    const { user, system } = process.cpuUsage();
    const now = { wall: performance.now() / 1000, cpu: (user + system) / 1e6 };
    const phase = phases.get(name) ?? { name, wallSeconds: 0, cpuSeconds: 0 };
    phase.wallSeconds += now.wall - wall;
    phase.cpuSeconds += now.cpu - cpu;
    phases.set(name, phase);
    ({ wall, cpu } = now);
  };
  return {
    enter(next) {
      if (next === name) return;
      leave();
      name = next;
    },
    end() {
      leave();
      return [...phases.values()];
    },
  };
}
