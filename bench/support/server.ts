import { type ChildProcess, spawn } from 'node:child_process';
import net from 'node:net';
import { signAccessToken } from '@/auth/credentials/access-token';
import { insertSession } from '@/db/identity/sessions';
import { newId } from '@/lib/ids';
import type { TestOrganization } from '@/testing/organization';

export interface BenchServer {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The flags `npm start` gives its server (scripts/lib/run/server-process.mjs); the bare peer and the servers of the faults get the same. */
export const SERVER_FLAGS = ['--max-semi-space-size=32', '--heap-growing-percent=40', '--no-memory-reducer'];

/** A free port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Starts a script of this checkout as a child process and waits until `path` answers. */
export async function startServer(
  script: string,
  port: number,
  path: string,
  args: readonly string[] = [],
): Promise<BenchServer> {
  const child = spawn(process.execPath, [...SERVER_FLAGS, script, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      LOG_LEVEL: 'error',
      DAYBOOK_REQUESTS_PER_MINUTE: '0',
      NEXTAUTH_URL: `http://127.0.0.1:${port}`,
    },
  });
  await answers(child, port, path);
  return {
    port,
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

async function answers(child: ChildProcess, port: number, path: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null)
      throw new Error(`the server stopped with code ${child.exitCode} before it answered`);
    const reply = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the server did not answer within 30 seconds');
}

/** A real access token of the test organization's admin; the server checks its session like any other. */
export async function tokenFor(organization: TestOrganization): Promise<string> {
  const sessionId = newId();
  const userId = organization.users.admin.id;
  await insertSession({
    id: sessionId,
    userId,
    apiClientId: null,
    organizationId: organization.organizationId,
    refreshTokenHash: null,
    expiresAt: new Date(Date.now() + 3_600_000),
    userAgent: 'bench',
  });
  return signAccessToken(
    { kind: 'user', subject: userId, organizationId: organization.organizationId, sessionId },
    ['admin'],
  );
}
