import fs from 'node:fs';
import { withOwner } from '@/testing/owner';
import { median } from './ratio';

/** Kernel ticks in a second, as /proc counts processor time on every Linux that Node runs on. */
const TICKS = 100;

/**
 * Milliseconds of processor time that this process and the database's connections have used so far. A machine shared with
 * others makes work take longer, but not more of it. The database's part is available only on Linux with the database on the same machine.
 */
export async function processorTime(): Promise<{ node: number; database: number }> {
  const { user, system } = process.cpuUsage();
  const { rows } = await withOwner((client) =>
    client.query<{ pid: number }>('select pid from pg_stat_activity where datname = current_database()'),
  );
  const ticks = rows.map(({ pid }) => ticksOf(pid));
  return {
    node: (user + system) / 1000,
    database: (ticks.reduce((sum, one) => sum + one, 0) / TICKS) * 1000,
  };
}

/** How much a round did. */
export interface Work {
  readonly perSecond: number;
  readonly done: number;
}

/** Microseconds of processor time per unit of the rounds' work: of some programs, and of the whole database server. */
export class Meter {
  readonly #pids: readonly number[];
  readonly #rounds: { readonly programs: number; readonly database: number }[] = [];

  /** The programs, by the ids of their processes: this one unless others are named. */
  constructor(pids: readonly number[] = [process.pid]) {
    this.#pids = pids;
  }

  /** Carries out a round, records what it took, and returns how much it did per second. */
  async around(work: () => Promise<Work>): Promise<number> {
    const before = await this.#now();
    const { perSecond, done } = await work();
    const after = await this.#now();
    const each = (from: number, to: number) => ((to - from) * 1_000_000) / TICKS / done;
    this.#rounds.push({
      programs: each(before.programs, after.programs),
      database: each(before.database, after.database),
    });
    return perSecond;
  }

  /** The medians of all rounds. */
  get micros(): { readonly programs: number; readonly database: number } {
    return {
      programs: median(this.#rounds.map(({ programs }) => programs)),
      database: median(this.#rounds.map(({ database }) => database)),
    };
  }

  /**
   * Ticks so far. Those of the database include everything its server does, background work and ended connections too, such as those of a
   * program that is started for each round.
   */
  async #now() {
    const { rows } = await withOwner((client) =>
      client.query<{ pid: number }>('select pg_backend_pid() as pid'),
    );
    const server = fieldsOf(rows[0]?.pid ?? 0)[1] ?? 0;
    const running = fs
      .readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && (pid === server || fieldsOf(pid)[1] === server));
    const ended = fieldsOf(server).slice(13, 15);
    const sum = (ticks: readonly number[]) => ticks.reduce((total, one) => total + one, 0);
    return { programs: sum(this.#pids.map(ticksOf)), database: sum([...running.map(ticksOf), ...ended]) };
  }
}

function ticksOf(pid: number): number {
  const fields = fieldsOf(pid);
  return (fields[11] ?? 0) + (fields[12] ?? 0);
}

/**
 * The kernel's figures on a process, those after the command name, which may contain anything but ends with the last parenthesis. Empty
 * when the process is gone.
 */
function fieldsOf(pid: number): number[] {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}
