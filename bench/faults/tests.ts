import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A rule that tests of the ordinary run prove at a smaller volume: the same tests, at full volume. */
export interface TestedRule {
  readonly files: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  readonly volume: string;
}

/** Runs the tests in a separate process on a separate database, and returns what held. Throws their output when they fail. */
export async function byTests({ files, settings, volume }: TestedRule): Promise<string> {
  const vitest = path.resolve('node_modules', 'vitest', 'vitest.mjs');
  const { DATABASE_URL: _ours, DAYBOOK_SECRET: _secret, DAYBOOK_TODAY: _today, ...rest } = process.env;
  const counted = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'daybook-tally-')), 'attempts');
  const child = spawn(
    process.execPath,
    // Full volumes take longer than a test of the ordinary run may.
    [
      vitest,
      'run',
      '--project',
      'database',
      '--maxWorkers=2',
      '--reporter=dot',
      '--testTimeout=14400000',
      ...files,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...rest, ...settings, DAYBOOK_TALLY: counted, NO_COLOR: '1' },
    },
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
  const attempts = fs.existsSync(counted)
    ? fs
        .readFileSync(counted, 'utf8')
        .trim()
        .split('\n')
        .reduce((sum, one) => sum + Number(one), 0)
    : 0;
  fs.rmSync(path.dirname(counted), { recursive: true });
  // A test that measures prints its figures on a separate line.
  const measured = /^measured: (.+)$/m.exec(words)?.[1];
  return `${volume}: ${attempts === 0 ? '' : `${attempts} attempts, `}${passed} tests passed${measured === undefined ? '' : `; ${measured}`}`;
}
