import fs from 'node:fs';
import { withOwner } from '@/testing/owner';

/** Kernel ticks in a second, as /proc counts processor time on every Linux that Node runs on. */
const TICKS = 100;

/**
 * Milliseconds of processor time that this process and the database's connections have used so far. A machine shared with
 * others makes work take longer, but not more of it. Only Linux with the database beside us tells the database's part.
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

function ticksOf(pid: number): number {
  try {
    // After the command's name, which may contain anything but ends with the last parenthesis: user time is the 12th field.
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  } catch {
    return 0;
  }
}
