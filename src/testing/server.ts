import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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

/** Bundles the server into its own folder inside the checkout, where the packages left out of the bundle are found. */
export const bundledServer = () => bundledProgram('src/server/main.ts');

/** The same for another program. */
export async function bundledProgram(entry: string): Promise<{ program: string; remove(): void }> {
  mkdirSync('.daybook', { recursive: true });
  const folder = mkdtempSync(path.resolve('.daybook', 'test-'));
  const program = path.join(folder, 'server.mjs');
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
  return { program, remove: () => rmSync(folder, { recursive: true, force: true }) };
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
