import { spawn } from 'node:child_process';
import path from 'node:path';

/** A rule that tests of the ordinary run prove at a smaller volume: the same tests, at full volume. */
export interface TestedRule {
  readonly files: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  readonly volume: string;
}

/** Runs the tests in a process of their own, on a database of their own, and returns what held. Throws their output otherwise. */
export async function byTests({ files, settings, volume }: TestedRule): Promise<string> {
  const vitest = path.resolve('node_modules', 'vitest', 'vitest.mjs');
  const { DATABASE_URL: _ours, DAYBOOK_SECRET: _secret, DAYBOOK_TODAY: _today, ...rest } = process.env;
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project', 'database', '--maxWorkers=2', '--reporter=dot', ...files],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...rest, ...settings, NO_COLOR: '1' } },
  );
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      words = (words + piece.toString()).slice(-20_000);
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(words);
  const passed = /Tests\s+(\d+) passed/.exec(words)?.[1];
  if (passed === undefined) throw new Error(`no test was run: ${words}`);
  return `${volume}: ${passed} tests passed`;
}
