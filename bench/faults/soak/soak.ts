import fs from 'node:fs';
import path from 'node:path';
import { foundTestOrganization } from '@/testing/organization';
import { approvedJournals, fillBooks } from '../../support/books';
import { fillObligations } from '../../support/obligations';
import { sealAll, settle } from '../../support/posting';
import { freePort, tokenFor } from '../../support/server';
import { pause, send, startServerProcess } from '../server-process';
import { csvOf, type Look, svgOf } from './soak-curves';
import { SoakWork } from './soak-work';

const MINUTES = Number(process.env.DAYBOOK_FAULT_MINUTES ?? '1');
/** A rate that two cores, which also run the client and the database, sustain with room to spare. */
const POSTS_PER_SECOND = Number(process.env.DAYBOOK_FAULT_RATE ?? '200');
/** A folder for the figures and the picture, such as docs/curves. */
const CURVES = process.env.DAYBOOK_FAULT_CURVES;
const MOST_P99_MS = 25;
const MOST_SLOPE = 1;
/** A post is sent when it is due, one every five milliseconds at 200 a second: ten at once, twenty times a second, is not a steady rate. */
const TICK_MS = 5;
const LENGTH_MS = MINUTES * 60_000;
const POSTS = Math.ceil(MINUTES * 60 * POSTS_PER_SECOND);
const LOOK_EVERY_MS = Math.min(10_000, LENGTH_MS / 4);
const READS_PER_SECOND = 4;
const ENTRIES = Number(process.env.DAYBOOK_FAULT_BOOKS ?? '10000');
const OBLIGATIONS = Number(process.env.DAYBOOK_FAULT_OBLIGATIONS ?? '2000');
/** A shorter run shows only that everything is answered; speed and memory are judged in runs of a minute or more. */
const IS_JUDGED = MINUTES >= 1;

/**
 * R12: posts at a steady rate, alongside lists, reports, imports and recognition runs. Memory does not grow, answers stay fast, nothing
 * fails. The observations of every ten seconds are kept as figures and as a picture when a folder is named.
 */
export async function soak(): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Soak' });
  await fillBooks(organization, ENTRIES);
  await fillObligations(organization, OBLIGATIONS, 12);
  // All documents are made before the clock starts: making them is not what is measured.
  const waiting: string[] = [];
  while (waiting.length < POSTS)
    waiting.push(...(await approvedJournals(organization, Math.min(5_000, POSTS))));
  // Nor is what a server would do after creating them: it seals what it has written, and the database vacuums its tables.
  await sealAll(organization);
  await settle();
  // One caller represents many: it may send as many requests as they would, and have as many in flight as they would in half a second.
  const limit = String(2 * 60 * Math.max(POSTS_PER_SECOND, 500));
  const server = await startServerProcess(await freePort(), {
    DAYBOOK_METRICS_OPEN: '1',
    DAYBOOK_REQUESTS_PER_MINUTE: limit,
    DAYBOOK_MAX_IN_FLIGHT: String(Math.max(POSTS_PER_SECOND, 256)),
  });
  const work = new SoakWork(server.port, organization, await tokenFor(organization));
  const looks: Look[] = [];
  const failures = new Map<string, number>();
  let posting: number[] = [];
  let reading: number[] = [];
  let requests = 0;
  let unanswered = 0;
  const began = performance.now();
  const failed = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);
  const timed = async (
    what: string,
    into: () => number[],
    ask: () => Promise<{ readonly status: number } | null>,
  ) => {
    const sent = performance.now();
    unanswered += 1;
    const reply = await ask();
    unanswered -= 1;
    into().push(performance.now() - sent);
    requests += 1;
    if (reply?.status !== 200) failed(`${what} ${reply?.status ?? 'no answer'}`);
  };
  const noted = (what: string, done: Promise<boolean>) => done.then((is) => (is ? undefined : failed(what)));
  // One import and one run at a time, as from one person each.
  const desks = [
    { what: 'import', everyMs: Math.min(20_000, LENGTH_MS / 3), turn: () => work.importTable(), free: true },
    {
      what: 'run',
      everyMs: Math.min(Math.max(5_000, LENGTH_MS / 14), LENGTH_MS / 3),
      turn: () => work.recognize(),
      free: true,
    },
  ].map((desk) => ({ ...desk, due: desk.everyMs, turns: 0 }));
  const takeTurn = (desk: (typeof desks)[number]) => {
    desk.free = false;
    desk.turns += 1;
    void noted(desk.what, desk.turn()).finally(() => {
      desk.free = true;
    });
  };
  const lookNow = async (passed: number) => {
    looks.push({
      minute: passed / 60_000,
      requests,
      failures: [...failures.values()].reduce((sum, one) => sum + one, 0),
      postP99: p99(posting),
      readP99: p99(reading),
      ...(await look(server.port)),
    });
    [posting, reading] = [[], []];
  };
  try {
    let reads = 0;
    let sent = 0;
    let lookDue = LOOK_EVERY_MS;
    // A short run is over when all was sent, however long a busy machine takes for it.
    const isGoingOn = () => performance.now() - began < LENGTH_MS || (!IS_JUDGED && sent < POSTS);
    for (let tick = 0; isGoingOn(); tick += 1) {
      await pause(Math.max(0, began + tick * TICK_MS - performance.now()));
      const passed = performance.now() - began;
      // All that are due by now, so that a rate that a tick does not divide is kept as well.
      const due = Math.floor(((tick + 1) * TICK_MS * POSTS_PER_SECOND) / 1_000) - sent;
      // Not taken off the front, which would move a list of two million ids two hundred times a second.
      const ids = waiting.slice(sent, sent + due);
      sent += due;
      for (const id of ids)
        void timed(
          'post',
          () => posting,
          () => work.post(id),
        );
      if (passed >= (reads * 1_000) / READS_PER_SECOND) {
        const turn = reads++;
        void timed(
          `read ${turn % 6}`,
          () => reading,
          () => work.read(turn),
        );
      }
      for (const desk of desks) {
        if (passed < desk.due || !desk.free) continue;
        desk.due += desk.everyMs;
        takeTurn(desk);
      }
      if (passed < lookDue) continue;
      lookDue += LOOK_EVERY_MS;
      await lookNow(passed);
    }
    for (const desk of desks) if (desk.turns === 0) takeTurn(desk);
    for (const desk of desks) while (!desk.free) await pause(50);
    while (unanswered > 0) await pause(50);
    if (looks.length === 0) await lookNow(performance.now() - began);
  } finally {
    work.close();
    await server.kill('SIGTERM');
  }
  keep(looks);
  return judged(looks, requests, failures);
}

function keep(looks: readonly Look[]): void {
  if (CURVES === undefined) return;
  fs.mkdirSync(CURVES, { recursive: true });
  fs.writeFileSync(path.join(CURVES, 'soak.csv'), csvOf(looks));
  fs.writeFileSync(path.join(CURVES, 'soak.svg'), svgOf(looks));
}

function judged(looks: readonly Look[], requests: number, failures: ReadonlyMap<string, number>): string {
  // The first third is warm-up.
  const steady = looks.slice(Math.floor(looks.length / 3));
  const slope = slopeOf(steady);
  const typical = middle(steady.map((one) => one.postP99));
  const worst = Math.max(...steady.map((one) => one.postP99));
  const lag = middle(steady.map((one) => one.loopP99));
  const failed = [...failures].map(([what, times]) => `${times} × ${what}`).join(', ');
  const words = `${MINUTES} min, ${POSTS_PER_SECOND} posts/s, ${requests} requests, ${failed === '' ? 'none failed' : `failed: ${failed}`}; memory ${steady[0]?.residentMb.toFixed(0)} MB after warming up, ${looks.at(-1)?.residentMb.toFixed(0)} MB at the end, slope ${slope.toFixed(2)} MB/min; p99 of postings per ten seconds ${typical.toFixed(1)} ms, worst ${worst.toFixed(1)} ms; of lists and reports ${middle(steady.map((one) => one.readP99)).toFixed(1)} ms; event loop p99 ${lag.toFixed(1)} ms`;
  if (requests < POSTS || looks.length === 0 || !looks.every(({ residentMb }) => residentMb > 0))
    throw new Error(`nothing was seen: ${words}`);
  const isBad = IS_JUDGED && (slope > MOST_SLOPE || typical > MOST_P99_MS);
  if (failures.size > 0 || isBad) throw new Error(words);
  return words;
}

const RESIDENT = /^process_resident_memory_bytes ([\d.e+-]+)$/m;
const HEAP = /^nodejs_heap_size_used_bytes ([\d.e+-]+)$/m;
const EVENT_LOOP = /^nodejs_eventloop_lag_p99_seconds ([\d.e+-]+)$/m;

async function look(port: number): Promise<Pick<Look, 'residentMb' | 'heapMb' | 'loopP99'>> {
  const metrics = (await send(port, '/metrics', {}))?.text ?? '';
  const figure = (pattern: RegExp) => Number(pattern.exec(metrics)?.[1] ?? Number.NaN);
  return {
    residentMb: figure(RESIDENT) / 1_048_576,
    heapMb: figure(HEAP) / 1_048_576,
    loopP99: figure(EVENT_LOOP) * 1_000,
  };
}

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const p99 = (latencies: readonly number[]) => sorted(latencies)[Math.floor(latencies.length * 0.99)] ?? 0;
const middle = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? 0;

/** Megabytes per minute, by least squares. */
function slopeOf(looks: readonly Look[]): number {
  const meanX = looks.reduce((sum, { minute }) => sum + minute, 0) / looks.length;
  const meanY = looks.reduce((sum, { residentMb }) => sum + residentMb, 0) / looks.length;
  const over = looks.reduce((sum, one) => sum + (one.minute - meanX) * (one.residentMb - meanY), 0);
  const under = looks.reduce((sum, one) => sum + (one.minute - meanX) ** 2, 0);
  return under === 0 ? 0 : over / under;
}
