import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';

/** A server in its own process, as started by `npm start`, without pages. */
export interface Started {
  readonly base: string;
  readonly port: number;
  readonly process: ChildProcess;
  readonly ended: Promise<{ code: number | null; words: string }>;
}

/** The file of the bundled server. */
export const bundledServer = () => bundledProgram('src/server/main.ts');

/**
 * The file of a bundled program. It is inside the checkout, where the packages left out of it are found, and the files of a run share it:
 * DAYBOOK_TEST_BUNDLES is the run's folder for such files, and goes with the run.
 */
export async function bundledProgram(entry: string): Promise<string> {
  const folder = process.env.DAYBOOK_TEST_BUNDLES ?? '';
  const program = path.join(folder, `${entry.replace(/\W/g, '-')}.mjs`);
  if (!existsSync(program)) {
    // Another worker may bundle it at the same moment: whichever comes last takes the place of the same file, whole.
    const own = path.join(folder, `${process.pid}.mjs`);
    await bundle(entry, own);
    renameSync(own, program);
  }
  return program;
}

async function bundle(entry: string, program: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    tsconfig: 'tsconfig.json',
    plugins: [
      {
        name: 'packaged-json',
        setup(plugin) {
          plugin.onResolve({ filter: /^[^./@][^:]*\.json$/ }, ({ path: name }) => ({
            path: path.resolve('node_modules', name),
          }));
        },
      },
    ],
  });
}

/** A free port. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The database of servers that tests start: organizations founded by tests are not in it. */
export const serversDatabase = (): string => process.env.DAYBOOK_TEST_SERVERS_URL ?? '';

/** Starts the bundled server on a port; `ready` waits until it answers. */
export function startProgram(program: string, port: number, more: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: serversDatabase(),
      NODE_ENV: 'production',
      DAYBOOK_PAGES: '0',
      DAYBOOK_DEMO: '1',
      LOG_LEVEL: 'silent',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => {
      words += piece.toString();
    });
  }
  const ended = new Promise<{ code: number | null; words: string }>((resolve) => {
    child.once('exit', (code) => resolve({ code, words: words.trim() }));
  });
  return { base: `http://127.0.0.1:${port}`, port, process: child, ended };
}

/** Waits until a started server reports that it is ready. */
export async function ready({ base, ended }: Started): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const answered = await fetch(`${base}/readyz`).catch(() => null);
    if (answered?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server ended before it was ready: ${(await ended).words}`);
}
