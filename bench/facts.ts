import type { z } from 'zod';
import { addDays } from '@/core/periods/calendar';
import { surfaceC } from '@/surfaces/c/surface';
import { doorFor } from '@/testing/door';
import { foundTestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import type { contractCreateInput } from '@/usecases/revenue/contracts/contract-input';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { importEvents } from '@/usecases/revenue/events/import-events';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { processorTime } from './support/processor-time';
import { type Bar, median } from './support/ratio';

const OBLIGATIONS = 100;
const FACTS = 500;
const ROUNDS = 21;
/** Warm-up rounds, in which Node compiles hot code and connections prepare their statements. */
const WARMING = 8;

type Terms = z.input<typeof contractCreateInput>;
type Obligation = NonNullable<Terms['obligations']>[number];

/** A quarter each: over a year by days, in units, by progress, and priced as used. */
function obligation(index: number): Obligation {
  const ssp = String(1_000 + index);
  const [key, kind] = [`o${index}`, index % 4];
  if (kind === 0) return { key, ssp, pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } };
  if (kind === 1) return { key, ssp, pattern: { kind: 'UNITS', quantity: '1000' } };
  if (kind === 2) return { key, ssp, pattern: { kind: 'PROGRESS' } };
  return { key, ssp: '0', pattern: { kind: 'USAGE' } };
}

/** The fact with this number: deliveries, progress and usage of every obligation that takes them, through ten months. */
function fact(number: number) {
  const index = (number * 4 + 1 + (number % 3)) % OBLIGATIONS;
  const effectiveDate = addDays('2026-01-01', Math.floor((number * 300) / FACTS));
  const on = { effectiveDate, key: `o${index}` };
  if (index % 4 === 1) return { kind: 'delivery', ...on, quantity: '1' };
  if (index % 4 === 2) return { kind: 'progress', ...on, progress: (0.1 + number / 1_000).toFixed(4) };
  return { kind: 'usage', ...on, amount: '12.50' };
}

/**
 * One more fact on a contract with 100 obligations and 500 facts: the use-case with its transaction, and the REST door from the
 * request to the answer, both with the whole contract in the answer.
 */
export async function benchFacts(): Promise<Bar[]> {
  const org = await foundTestOrganization({ name: 'Bench facts', today: '2026-12-31' });
  const call = org.callAs('controller');
  const { id } = await runForOutput(createContract, call, {
    customerId: org.ids.customer,
    contractDate: '2026-01-01',
    price: { fixed: '100000' },
    obligations: Array.from({ length: OBLIGATIONS }, (_, index) => obligation(index)),
    criteria: ['APPROVED', 'RIGHTS', 'PAYMENT_TERMS', 'SUBSTANCE', 'COLLECTION_PROBABLE'].map((name) => ({
      name,
      met: true,
      evidence: 'signed order form',
    })),
  });
  await runForOutput(activateContract, call, { id });
  const events = Array.from({ length: FACTS }, (_, number) => ({ contractId: id, event: fact(number) }));
  const { refused } = await runForOutput(importEvents, call, { events, mode: 'all' });
  if (refused > 0) throw new Error(`${refused} facts were refused`);
  await withOwner((client) => client.query('analyze'));
  const door = doorFor(surfaceC, org.principals.controller);
  let recorded = 0;
  const next = () => {
    recorded += 1;
    // Mostly later than the others; every third one is dated among them, like a fact that is recorded late.
    const late = recorded % 3 === 0;
    return {
      ...fact(FACTS + recorded),
      effectiveDate: addDays(late ? '2026-05-01' : '2026-11-01', recorded % 28),
    };
  };
  const byUseCase = async () => {
    await runForOutput(recordEvent, org.callAs('controller'), { id, event: next() });
  };
  const byRest = async () => {
    const sent = await door.send('POST', `/api/v1/revenue/contracts/${id}/events`, {
      body: { event: next() },
    });
    if (sent.status !== 201) throw new Error(sent.text);
  };
  const bars: Bar[] = [];
  for (const [name, tell] of [
    ['by the use-case', byUseCase],
    ['over REST', byRest],
  ] as const) {
    const { elapsed, node, database } = await timesOf(tell);
    bars.push({
      name: `one fact of a contract with ${OBLIGATIONS} obligations and ${FACTS} facts, ${name}`,
      unit: 'ms',
      ours: median(elapsed),
      theirs: 100,
      peer: 'limit',
      atLeast: 1,
      lowerIsBetter: true,
      note: `median of ${ROUNDS}, the fastest ${Math.round(Math.min(...elapsed))} ms, the slowest ${Math.round(Math.max(...elapsed))} ms; processor time ${Math.round(node)} ms in Node and ${Math.round(database)} ms in the database`,
    });
  }
  return bars;
}

/** How long each round took, in milliseconds, and the average processor time of a round. */
async function timesOf(work: () => Promise<void>) {
  for (let round = 0; round < WARMING; round += 1) await work();
  const before = await processorTime();
  const elapsed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await work();
    elapsed.push(performance.now() - started);
  }
  const after = await processorTime();
  return {
    elapsed,
    node: (after.node - before.node) / ROUNDS,
    database: (after.database - before.database) / ROUNDS,
  };
}
