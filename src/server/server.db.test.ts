import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

// Inside the checkout, where the packages it leaves out are found.
mkdirSync('.daybook', { recursive: true });
const folder = mkdtempSync(path.resolve('.daybook', 'test-'));
const program = path.join(folder, 'server.mjs');
let running: ChildProcess | undefined;

beforeAll(async () => {
  await build({
    entryPoints: ['src/server/main.ts'],
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
});
afterEach(() => running?.kill('SIGKILL'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly base: string;
  readonly process: ChildProcess;
  readonly ended: Promise<{ code: number | null; words: string }>;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function start(port: number, more: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: String(port),
      NODE_ENV: 'production',
      DAYBOOK_PAGES: '0',
      DAYBOOK_DEMO: '1',
      LOG_LEVEL: 'silent',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => {
      words += piece.toString();
    });
  }
  const ended = new Promise<{ code: number | null; words: string }>((resolve) => {
    child.once('exit', (code) => resolve({ code, words: words.trim() }));
  });
  return { base: `http://127.0.0.1:${port}`, process: child, ended };
}

async function ready({ base }: Started): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answered = await fetch(`${base}/readyz`).catch(() => null);
    if (answered?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server did not become ready');
}

const token = (base: string, password = 'x') =>
  fetch(`${base}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', email: `nobody-${Math.random()}@example.test`, password }),
  });

describe('the server', () => {
  it('answers probes, metrics, the API document and the doors, and ends with 0 when asked to', async () => {
    const server = start(await freePort());
    await ready(server);
    expect(await (await fetch(`${server.base}/healthz`)).json()).toEqual({ status: 'ok' });
    expect((await token(server.base)).status).toBe(400);
    const metrics = await (await fetch(`${server.base}/metrics`)).text();
    expect(metrics).toMatch(/daybook_request_seconds_count\{operation="auth\.token",status="400"\} 1/);
    const document = (await (await fetch(`${server.base}/openapi.json`)).json()) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
    expect((await fetch(`${server.base}/api/trpc/session.demoLogins`)).status).toBe(200);
    const unknown = await fetch(`${server.base}/prospects/nowhere/at/all`);
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('content-type')).toMatch(/json/);
    server.process.kill('SIGTERM');
    expect(await server.ended).toMatchObject({ code: 0 });
  });

  it('finishes the requests in flight before it ends, and takes no new ones', async () => {
    const server = start(await freePort());
    await ready(server);
    const inFlight = Array.from({ length: 8 }, () => token(server.base));
    await new Promise((resolve) => setTimeout(resolve, 15));
    server.process.kill('SIGTERM');
    const statuses = (await Promise.all(inFlight.map((asked) => asked.catch(() => null)))).map(
      (answer) => answer?.status ?? 'refused',
    );
    // Whatever was accepted was answered; what came too late was refused by the closed port.
    expect(new Set(statuses)).not.toContain(500);
    expect(statuses).toContain(400);
    expect(await server.ended).toMatchObject({ code: 0 });
    await expect(fetch(`${server.base}/healthz`)).rejects.toThrow();
  });

  it('turns requests away with 503 and Retry-After beyond its limit, keeps answering probes, and recovers', async () => {
    const server = start(await freePort(), { DAYBOOK_MAX_IN_FLIGHT: '2' });
    await ready(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => token(server.base)));
    const shed = answers.filter(({ status }) => status === 503);
    expect(shed.length).toBeGreaterThan(0);
    expect(shed[0]?.headers.get('retry-after')).toBe('1');
    expect(await shed[0]?.json()).toMatchObject({ error: 'Service Unavailable', code: 'OVERLOADED' });
    expect(answers.length - shed.length).toBeGreaterThan(0);
    expect((await token(server.base)).status).toBe(400);
  });

  it('says in one sentence that the port is taken', async () => {
    const port = await freePort();
    const squatter = createServer();
    await new Promise<void>((resolve) => squatter.listen(port, resolve));
    const { code, words } = await start(port).ended;
    squatter.close();
    expect({ code, words }).toEqual({
      code: 1,
      words: `Port ${port} is used by another program; stop it or set PORT to another port.`,
    });
  });

  it('says in one sentence that the database does not answer, without showing its password', async () => {
    const port = await freePort();
    const { code, words } = await start(await freePort(), {
      DATABASE_URL: `postgres://somebody:secret@127.0.0.1:${port}/books`,
    }).ended;
    expect(code).toBe(1);
    expect(words).toBe(
      `The database at 127.0.0.1:${port}/books does not respond; start it or set DATABASE_URL.`,
    );
  });

  it('names the setting that is missing', async () => {
    const { code, words } = await start(await freePort(), { DAYBOOK_SECRET: '' }).ended;
    expect(code).toBe(1);
    expect(words).toMatch(/DAYBOOK_SECRET/);
    expect(words.split('\n')).toHaveLength(1);
  });
});
