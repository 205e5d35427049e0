import http from 'node:http';
import type { TestOrganization } from '@/testing/organization';
import { foundTestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { type Load, scraper } from './growth/measure';
import { fillBooks } from './support/books';
import type { Bar } from './support/ratio';
import { freePort, startServer, tokenFor } from './support/server';

/** Ledger lines of the file, four per entry; fewer for a quick look. */
const LINES = Number(process.env.DAYBOOK_BENCH_EXPORT_LINES ?? '1000000');
/** How much memory the file may add to the server, and how long it may block the event loop. */
const MOST_MB = 64;
const MOST_HELD_MS = 50;
const LOOK_MS = 200;

/**
 * B10: the journal of a million lines, downloaded over HTTP as CSV and as a workbook by a client that discards it. The server is a separate
 * process; its memory is first measured after the files of one day, so that code and buffers are already loaded.
 */
export async function benchExport(): Promise<Bar[]> {
  const organization = await foundTestOrganization({ name: 'Bench' });
  await fillBooks(organization, LINES / 4);
  await withOwner((client) => client.query('vacuum analyze'));
  process.env.DAYBOOK_METRICS_OPEN = '1';
  process.env.DAYBOOK_PAGES = '0';
  const server = await startServer('.daybook/server.mjs', await freePort(), '/healthz');
  try {
    const authorization = `Bearer ${await tokenFor(organization)}`;
    const look = scraper(server.port);
    const ask = (format: string, input: object) =>
      download(server.port, { organization, authorization, format, input });
    const bars: Bar[] = [];
    for (const format of ['csv', 'xlsx'] as const) {
      await ask(format, { dateFrom: '2026-03-01', dateTo: '2026-03-03' });
      await look();
      const before = (await look()).memoryMb;
      const { loads, ms, bytes, lines } = await watched(look, () => ask(format, {}));
      if (format === 'csv' && lines !== LINES + 1) throw new Error(`the file has ${lines} lines`);
      const peak = Math.max(...loads.map(({ memoryMb }) => memoryMb));
      const held = Math.max(...loads.map(({ heldMs }) => heldMs));
      const name = `B10 journal of ${LINES.toLocaleString('en-US')} lines as ${format.toUpperCase()}`;
      const note = `${(bytes / 1_048_576).toFixed(0)} MB in ${(ms / 1000).toFixed(1)} s, ${Math.round(LINES / (ms / 1000)).toLocaleString('en-US')} lines/s; memory ${before.toFixed(0)} MB before, ${peak.toFixed(0)} at most`;
      bars.push(limit(`${name}: memory`, 'MB more', Math.max(0.1, peak - before), MOST_MB, note));
      bars.push(limit(`${name}: event loop blocked`, 'ms', Math.max(0.1, held), MOST_HELD_MS, ''));
    }
    return bars;
  } finally {
    await server.stop();
  }
}

const limit = (name: string, unit: string, ours: number, theirs: number, note: string): Bar => ({
  name,
  unit,
  ours,
  theirs,
  peer: 'limit',
  atLeast: 1,
  lowerIsBetter: true,
  note,
});

interface File {
  readonly ms: number;
  readonly bytes: number;
  readonly lines: number;
}

/** What the server reports about itself while it works. */
async function watched(look: () => Promise<Load>, work: () => Promise<File>) {
  const loads: Load[] = [];
  let isDone = false;
  const watching = (async () => {
    while (!isDone) {
      loads.push(await look());
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  })();
  try {
    return { loads, ...(await work()) };
  } finally {
    isDone = true;
    await watching;
  }
}

function download(
  port: number,
  {
    organization,
    authorization,
    format,
    input,
  }: {
    readonly organization: TestOrganization;
    readonly authorization: string;
    readonly format: string;
    readonly input: object;
  },
): Promise<File> {
  const query = new URLSearchParams({
    organization: organization.organizationId,
    format,
    input: JSON.stringify(input),
  });
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const path = `/api/downloads/journal?${query}`;
    const request = http.get({ port, host: '127.0.0.1', path, headers: { authorization } }, (answer) => {
      if (answer.statusCode !== 200) {
        reject(new Error(`${path} answered ${answer.statusCode}`));
        answer.resume();
        return;
      }
      let bytes = 0;
      let lines = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (format === 'csv') for (const byte of chunk) if (byte === 10) lines += 1;
      });
      answer.on('end', () => resolve({ ms: performance.now() - started, bytes, lines }));
      answer.on('error', reject);
    });
    request.on('error', reject);
  });
}
