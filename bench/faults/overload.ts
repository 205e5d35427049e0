import { foundTestOrganization } from '@/testing/organization';
import { fillBooks } from '../support/books';
import { freePort, tokenFor } from '../support/server';
import { pause, startServerProcess } from './server-process';

const SECONDS = Number(process.env.DAYBOOK_FAULT_SECONDS ?? '5');
const CONNECTIONS = 500;
const RECOVERY_MS = 5_000;

/** R13: five hundred callers send requests without a pause. The server refuses the excess, says when to retry, and recovers. */
export async function overloaded(): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Overload' });
  await fillBooks(organization, 5_000);
  const headers = {
    authorization: `Bearer ${await tokenFor(organization)}`,
    'x-idp-organization-id': organization.organizationId,
  };
  const server = await startServerProcess(await freePort());
  const url = `http://127.0.0.1:${server.port}/api/v1/subsidiaries`;
  const seen = new Map<number, number>();
  let silent = 0;
  const ask = async () => {
    const reply = await fetch(url, { headers }).catch(() => null);
    const status = reply?.status ?? 0;
    seen.set(status, (seen.get(status) ?? 0) + 1);
    if (status !== 200 && status !== 0 && reply?.headers.get('retry-after') === null) silent += 1;
    await reply?.arrayBuffer();
    return status;
  };
  try {
    const end = performance.now() + SECONDS * 1_000;
    const caller = async () => {
      while (performance.now() < end) await ask();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, caller));
    const strange = [...seen.keys()].filter((status) => ![0, 200, 429, 503].includes(status));
    if (strange.length > 0) throw new Error(`answers of status ${strange.join(', ')}`);
    if (silent > 0) throw new Error(`${silent} refusals without Retry-After`);
    const shed = (seen.get(429) ?? 0) + (seen.get(503) ?? 0);
    const served = seen.get(200) ?? 0;
    if (shed === 0 || served === 0) throw new Error(`${served} served, ${shed} refused: not an overload`);
    const words = `${served} answered 200, ${seen.get(429) ?? 0} 429, ${seen.get(503) ?? 0} 503, ${seen.get(0) ?? 0} connections broken`;
    const ended = performance.now();
    while ((await ask()) !== 200) {
      if (performance.now() - ended > RECOVERY_MS) throw new Error('it did not recover within 5 s');
      await pause(50);
    }
    return `${CONNECTIONS} callers for ${SECONDS} s: ${words}; served again after ${(performance.now() - ended).toFixed(0)} ms`;
  } finally {
    await server.kill('SIGTERM');
  }
}
