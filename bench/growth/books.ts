import { principalFrom } from '@/auth/principal';
import { ROLES, type Role } from '@/core/permissions';
import type { Principal } from '@/core/principal';
import { systemClock } from '@/lib/clock';
import { forgetEnv } from '@/lib/env';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { fillObligations } from '../support/obligations';
import { fillDocuments, fillRecords, type Progress, prepareNotes } from './fill';
import { fillGathered, fillGatheredOnContracts } from './gathered';
import { DOCUMENTS_PER_GROUP, LINES_PER_GROUP, type Size, TODAY } from './sizes';
import { tidy } from './tidy';
import { abroadOf, fillPairs, openAbroad, PAIRS_AT_ONCE, pairsOf, revalueMonths } from './variety';

/** Months of 2026 whose recognition is posted. */
const POSTED_MONTHS = 10;

type Kept = Pick<TestOrganization, 'organizationId' | 'users' | 'ids'>;

/**
 * The books of a size, filled as far as they are not yet: what is done is noted in the database, documents in the transaction that writes them, so that an
 * interrupted fill continues where it stopped, and a later run finds the books complete.
 */
export async function openBooks(size: Size): Promise<TestOrganization> {
  const { DAYBOOK_WRITE_SECONDS: limit } = process.env;
  // Statements that store a hundred thousand contracts take longer than anyone would wait for a request.
  await withWriteSeconds('3600', () => fillBooks(size));
  return withWriteSeconds(limit, foundOnce);
}

async function withWriteSeconds<T>(seconds: string | undefined, work: () => Promise<T>): Promise<T> {
  if (seconds === undefined) delete process.env.DAYBOOK_WRITE_SECONDS;
  else process.env.DAYBOOK_WRITE_SECONDS = seconds;
  forgetEnv();
  return work();
}

async function fillBooks(size: Size): Promise<void> {
  await prepareNotes();
  const organization = await foundOnce();
  const started = Date.now();
  await step('records', () => fillRecords(organization, size));
  await step('gathered', () => fillGathered(organization, size));
  const { groups } = await progress();
  await fillDocuments(organization, size, groups, (done) => tellRate(size, done, groups, started));
  await step('revenue', () => fillObligations(organization, size.contracts, 12));
  await step('gathered on contracts', () => fillGatheredOnContracts(organization, size));
  for (let month = 1; month <= POSTED_MONTHS; month += 1) {
    await step(`run of month ${month}`, () => postMonth(organization, month));
  }
  await step('abroad', () => openAbroad(organization));
  const abroad = await abroadOf(organization);
  for (let first = 0; first < pairsOf(size); first += PAIRS_AT_ONCE) {
    await step(`pairs from ${first}`, () => fillPairs(organization, size, abroad, first));
  }
  await step('revaluations', () => revalueMonths(organization));
  await tidy(organization);
}

async function progress(): Promise<Progress> {
  const { rows } = await withOwner((client) =>
    client.query<Progress>('select groups, steps from growth.fill'),
  );
  return rows[0] ?? { groups: 0, steps: [] };
}

async function step(name: string, work: () => Promise<void>): Promise<void> {
  if ((await progress()).steps.includes(name)) return;
  const started = Date.now();
  await work();
  await withOwner((client) => client.query('update growth.fill set steps = steps || $1::text', [name]));
  console.error(`  ${name}: ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

let reportedAt = 0;

function tellRate(size: Size, done: number, from: number, started: number): void {
  if (Date.now() - reportedAt < 5_000 && done < size.groups) return;
  reportedAt = Date.now();
  const seconds = (reportedAt - started) / 1000;
  const rate = ((done - from) * LINES_PER_GROUP) / seconds;
  const left = ((size.groups - done) * LINES_PER_GROUP) / rate;
  console.error(
    `  ${(done * DOCUMENTS_PER_GROUP).toLocaleString('en-US')} of ${(size.groups * DOCUMENTS_PER_GROUP).toLocaleString('en-US')} documents, ` +
      `${Math.round(rate).toLocaleString('en-US')} lines/s, ${Math.round(left)} s left`,
  );
}

async function postMonth(organization: TestOrganization, month: number): Promise<void> {
  const call = organization.callAs('controller');
  const { id } = await runForOutput(createRun, call, { period: `2026-${String(month).padStart(2, '0')}` });
  await runForOutput(postRun, call, { id });
}

async function foundOnce(): Promise<TestOrganization> {
  const { rows } = await withOwner((client) =>
    client.query<{ organization: Kept }>('select organization from growth.fill'),
  );
  if (rows[0] !== undefined) return reopened(rows[0].organization);
  const { organizationId, users, ids } = await foundTestOrganization({ name: 'Growth', today: TODAY });
  await withOwner((client) =>
    client.query('insert into growth.fill (organization) values ($1)', [
      JSON.stringify({ organizationId, users, ids }),
    ]),
  );
  return reopened({ organizationId, users, ids });
}

/** The organization of an earlier run, as returned when it was founded. */
function reopened({ organizationId, users, ids }: Kept): TestOrganization {
  const clock = systemClock(TODAY);
  const principals = Object.fromEntries(
    ROLES.map((role) => [
      role,
      principalFrom({
        organizationId,
        actorKind: 'user',
        actorId: users[role].id,
        actorName: users[role].name,
        roles: [role],
        credential: `user:${users[role].id}`,
      }),
    ]),
  ) as Record<Role, Principal>;
  return {
    organizationId,
    users,
    ids,
    principals,
    clock,
    callAs: (role, more = {}) => ({
      principal: principals[role],
      surface: 'C',
      requestId: newId(),
      clock,
      ...more,
    }),
    account(code) {
      const id = ids.accounts[code];
      if (id === undefined) throw new Error(`the chart has no account ${code}`);
      return id;
    },
  };
}
