import fs from 'node:fs';
import { foundTestOrganization } from '@/testing/organization';
import { approvedJournals, fillBooks } from '../support/books';
import { freePort, tokenFor } from '../support/server';
import { pause, send, startServerProcess } from './server-process';

const MINUTES = Number(process.env.DAYBOOK_FAULT_MINUTES ?? '1');
/** What two cores that also run the client and the database carry with room to spare. */
const POSTS_PER_SECOND = Number(process.env.DAYBOOK_FAULT_RATE ?? '200');
const MOST_P99_MS = 25;
const MOST_SLOPE = 1;
const EVENT_LOOP = /^nodejs_eventloop_lag_p99_seconds ([\d.e+-]+)$/m;

interface Look {
  readonly minute: number;
  readonly megabytes: number;
  readonly p99: number;
  readonly lagMs: number;
}

/** R12: posts at a steady rate with a report every second. Memory does not grow, answers stay quick, nothing fails. */
export async function soak(): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Soak' });
  await fillBooks(organization, 10_000);
  const headers = {
    authorization: `Bearer ${await tokenFor(organization)}`,
    'x-idp-organization-id': organization.organizationId,
  };
  // All documents are made before the clock starts: making them is not what is measured.
  const waiting: string[] = [];
  while (waiting.length < MINUTES * 60 * POSTS_PER_SECOND)
    waiting.push(...(await approvedJournals(organization, 5_000)));
  process.env.DAYBOOK_METRICS_OPEN = '1';
  const server = await startServerProcess(await freePort());
  const began = performance.now();
  const looks: Look[] = [];
  let latencies: number[] = [];
  let posts = 0;
  let failures = 0;
  const post = async (id: string) => {
    const sent = performance.now();
    const reply = await send(server.port, `/api/v1/gl/transactions/${id}/post`, headers, {
      postingDate: '2026-11-05',
    });
    latencies.push(performance.now() - sent);
    posts += 1;
    if (reply?.status !== 200) failures += 1;
  };
  try {
    for (let tick = 0; performance.now() - began < MINUTES * 60_000; tick += 1) {
      const due = began + tick * 50;
      await pause(Math.max(0, due - performance.now()));
      for (const id of waiting.splice(0, Math.round(POSTS_PER_SECOND / 20))) void post(id);
      if (tick % 20 === 0)
        void send(server.port, '/api/v1/gl/transactions?limit=50', headers).then((reply) => {
          if (reply?.status !== 200) failures += 1;
        });
      if (tick % 200 === 199) {
        looks.push({
          ...(await look(server.pid, server.port)),
          minute: (performance.now() - began) / 60_000,
          p99: p99(latencies),
        });
        latencies = [];
      }
    }
    await pause(1_000);
  } finally {
    await server.kill('SIGTERM');
  }
  // The first third is warming up.
  const steady = looks.slice(Math.floor(looks.length / 3));
  const slope = slopeOf(steady);
  const worst = Math.max(...steady.map((one) => one.p99));
  const typical = [...steady.map((one) => one.p99)].sort((a, b) => a - b)[Math.floor(steady.length / 2)] ?? 0;
  const lag = Math.max(...steady.map((one) => one.lagMs));
  const words = `${MINUTES} min, ${posts} posts, ${failures} failures; memory ${looks[0]?.megabytes.toFixed(0)} to ${looks.at(-1)?.megabytes.toFixed(0)} MB, slope ${slope.toFixed(2)} MB/min; p99 per ten seconds ${typical.toFixed(1)} ms, worst ${worst.toFixed(1)} ms; event loop p99 at most ${lag.toFixed(1)} ms`;
  if (failures > 0 || slope > MOST_SLOPE || typical > MOST_P99_MS) throw new Error(words);
  return words;
}

async function look(pid: number, port: number): Promise<Pick<Look, 'megabytes' | 'lagMs'>> {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
  const metrics = (await send(port, '/metrics', {}))?.text ?? '';
  return { megabytes: kilobytes / 1024, lagMs: Number(EVENT_LOOP.exec(metrics)?.[1] ?? 0) * 1_000 };
}

const p99 = (latencies: readonly number[]) =>
  [...latencies].sort((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? 0;

/** Megabytes a minute, by least squares. */
function slopeOf(looks: readonly Look[]): number {
  const meanX = looks.reduce((sum, { minute }) => sum + minute, 0) / looks.length;
  const meanY = looks.reduce((sum, { megabytes }) => sum + megabytes, 0) / looks.length;
  const over = looks.reduce((sum, one) => sum + (one.minute - meanX) * (one.megabytes - meanY), 0);
  const under = looks.reduce((sum, one) => sum + (one.minute - meanX) ** 2, 0);
  return under === 0 ? 0 : over / under;
}
