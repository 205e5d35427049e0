import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Decimal, dec, ZERO } from '@/core/money/decimal';
import { lastDayOf } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { openRestClient, type RestClient } from '../../contracts/c/rest-client';
import { standingBy } from '../oracle/standings';
import {
  draftOf,
  eventOf,
  FORM_NAMES,
  heardOf,
  type Licensed,
  licensed,
  MONTHS,
  moneyBy,
  onDay,
  TRANSFERS,
} from './drawn-licenses';
import { close, ledger } from './reversed-books';

afterAll(closeConnections);

/** Number of random histories of each form; the ordinary run stays short, a long run sets DAYBOOK_HISTORIES. */
const HISTORIES = Math.max(1, Math.round(Number(process.env.DAYBOOK_HISTORIES ?? 200) / 200));
const AMPLE = 60_000 + HISTORIES * 20_000;
/** The month after the ones with facts. */
const AFTER = '2026-06';

const CASH = '1110';
const RECEIVABLE = '1210';
const CONTRACT_ASSET = '1310';
const ACCRUED_INTEREST = '1340';
const DEFERRED = '2310';
const INTEREST_ON_ADVANCES = '2370';
const UNEARNED_INTEREST = '2380';
const REVENUE = '4100';
const INTEREST_INCOME = '7100';
const INTEREST_EXPENSE = '8100';
const ALL = [
  ...[CASH, RECEIVABLE, CONTRACT_ASSET, ACCRUED_INTEREST, DEFERRED, INTEREST_ON_ADVANCES],
  ...[UNEARNED_INTEREST, REVENUE, INTEREST_INCOME, INTEREST_EXPENSE],
];

const INTEREST = [ACCRUED_INTEREST, INTEREST_ON_ADVANCES, UNEARNED_INTEREST];

/**
 * The ledger by month and account, with separate interest accounts counted as part of the position: what a late fact moves between the two
 * is dated with that fact.
 */
async function byMonth({ client }: Open): Promise<Record<string, string>> {
  const sums = new Map<string, Decimal>();
  for (const [place, amount] of Object.entries(await ledger(client))) {
    const [month, account = ''] = place.split(' ');
    const name = `${month} ${INTEREST.includes(account) ? 'position' : account}`;
    sums.set(name, (sums.get(name) ?? ZERO).plus(dec(amount.split(' ')[0] ?? '0')));
  }
  return Object.fromEntries(
    [...sums].filter(([, amount]) => !amount.isZero()).map(([name, amount]) => [name, amount.toFixed(2)]),
  );
}

interface Open {
  readonly client: RestClient;
  readonly id: string;
}

async function opened(one: Licensed): Promise<Open> {
  const client = await openRestClient();
  return { client, id: await client.contract(draftOf(one)) };
}

/** Records a fact and returns its ID. */
async function record({ client, id }: Open, event: object): Promise<string> {
  return (await client.tell(id, event)).events.at(-1).event.id;
}

async function takeBack({ client }: Open, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { status, body } = await client.call('POST', `/revenue/events/${id}/void`, {
      reason: 'Recorded of another contract',
    });
    expect(status, JSON.stringify(body)).toBe(200);
  }
}

/** Records everything in the order drawn, including the wrong facts; returns the IDs of those. */
async function recordAll(open: Open, { facts, wrong, order }: Licensed): Promise<string[]> {
  const all = [...facts, ...wrong];
  const mistakes: string[] = [];
  for (const place of order) {
    const fact = all[place];
    if (fact === undefined) continue;
    const id = await record(open, eventOf(fact));
    if (place >= facts.length) mistakes.push(id);
  }
  return mistakes;
}

/** Records each fact in its month, and runs the month when it has ended. */
async function inTime(open: Open, { facts }: Licensed): Promise<void> {
  let before = '';
  for (const month of MONTHS) {
    const end = lastDayOf(month);
    const own = facts.filter((fact) => onDay(fact) > before && onDay(fact) <= end);
    for (const fact of own.sort((a, b) => a.day - b.day)) await record(open, eventOf(fact));
    await open.client.run(month);
    before = end;
  }
}

/** Expects the ledger at each month's end to show the oracle's revenue and interest, and what was billed and paid, in cents by account. */
async function agreesWithOracle({ client }: Open, one: Licensed): Promise<void> {
  const { contract, heard } = heardOf(one);
  const days = MONTHS.map((month) => lastDayOf(month));
  for (const [index, standing] of standingBy(days, contract, heard).entries()) {
    const day = days[index] ?? '';
    const found = await client.accounts(day, ...ALL);
    const cents = (code: string) => BigInt((found[code] ?? '0.00').replace('.', ''));
    const { receivable, cash } = moneyBy(one, day);
    expect([cents(RECEIVABLE), cents(CASH)], day).toEqual([receivable, cash]);
    // Every fact, and every period of a payment plan, may round by a cent on each obligation.
    const near = (code: string, amount: number) =>
      expect(Math.abs(Number(cents(code)) - amount * 100), `${code} on ${day}`).toBeLessThanOrEqual(
        2 * (one.facts.length + 14),
      );
    near(REVENUE, -(standing?.earned ?? 0));
    near(INTEREST_EXPENSE, standing?.expense ?? 0);
    near(INTEREST_INCOME, -(standing?.income ?? 0));
    near(INTEREST_ON_ADVANCES, -(standing?.owed ?? 0));
    near(UNEARNED_INTEREST, -Math.max(0, standing?.ahead ?? 0));
    near(ACCRUED_INTEREST, Math.max(0, -(standing?.ahead ?? 0)));
    // No other account was touched, so the remainder is the position of the contract.
    expect(
      ALL.reduce((sum, code) => sum + cents(code), 0n),
      day,
    ).toBe(0n);
  }
}

/** Expects earned and remaining revenue to add up to the price, the shares of the obligations too, and every subledger to reconcile. */
async function isConserved({ client, id }: Open): Promise<void> {
  const { contract, balances, obligations } = await client.read(id);
  const cents = (amount: string) => BigInt(amount.replace('.', ''));
  const shares = obligations.map(({ allocated }: { allocated: string }) => cents(allocated));
  expect(shares.reduce((sum: bigint, share: bigint) => sum + share, 0n)).toBe(
    cents(contract.transactionPrice),
  );
  expect(cents(balances.recognised) + cents(balances.remaining)).toBe(cents(contract.transactionPrice));
  const { body } = await client.call('GET', '/revenue/tie-out');
  expect(body).toMatchObject({ holds: true, differences: [] });
}

/** Each form of payment with one way of transfer; a long run tries every combination. */
const CASES = FORM_NAMES.flatMap((form, index) =>
  TRANSFERS.filter((_way, place) => HISTORIES > 1 || place === index % TRANSFERS.length).map(
    (transfer) => [form, transfer] as const,
  ),
);

describe('licenses with royalties that begin later, paid ahead, later or in installments, over REST', () => {
  it.each(CASES)(
    'in any order: %s, transferred %s: recorded in time, the ledger equals the oracle by month and account; in any other order, before and after runs, errors voided, it is the same by month, with interest in its own accounts by the end',
    async (form, transfer) => {
      await fc.assert(
        fc.asyncProperty(licensed(form, transfer), async (one) => {
          const [ordered, before, after] = [await opened(one), await opened(one), await opened(one)];
          await inTime(ordered, one);
          await agreesWithOracle(ordered, one);
          const [expected, inAll] = [await byMonth(ordered), await ledger(ordered.client, false)];
          const early = await recordAll(before, one);
          await before.client.run(...MONTHS);
          await takeBack(before, early);
          await before.client.run(...MONTHS);
          expect([await byMonth(before), await ledger(before.client, false)]).toEqual([expected, inAll]);
          await after.client.run(...MONTHS);
          await takeBack(after, await recordAll(after, one));
          await after.client.run(...MONTHS);
          expect([await byMonth(after), await ledger(after.client, false)]).toEqual([expected, inAll]);
          for (const each of [ordered, before, after]) await isConserved(each);
        }),
        { numRuns: HISTORIES },
      );
    },
    AMPLE,
  );

  it.each(CASES)(
    'in any order: %s, transferred %s: the sums are the same when months are closed before their facts are recorded',
    async (form, transfer) => {
      await fc.assert(
        fc.asyncProperty(licensed(form, transfer), fc.nat(2), async (one, last) => {
          const [ordered, late] = [await opened(one), await opened(one)];
          await inTime(ordered, one);
          await ordered.client.run(AFTER);
          const closed = MONTHS.slice(0, last + 1);
          await late.client.run(...closed);
          await close(late.client, closed.at(-1) ?? '');
          await takeBack(late, await recordAll(late, one));
          await late.client.run(...MONTHS.slice(last + 1), AFTER);
          expect(await ledger(late.client, false)).toEqual(await ledger(ordered.client, false));
          await isConserved(late);
        }),
        { numRuns: HISTORIES },
      );
    },
    AMPLE,
  );
});
