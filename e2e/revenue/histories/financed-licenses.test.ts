import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Decimal, ZERO } from '@/core/money/decimal';
import { lastDayOf } from '@/core/revenue/days';
import { closeConnections } from '@/db/client';
import { IS_LONG, HISTORIES as OF_A_LAW } from '@/testing/long-run';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
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
const HISTORIES = Math.max(1, Math.round(OF_A_LAW / 200));
const AMPLE = 600_000 + HISTORIES * 20_000;
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

interface Open {
  readonly client: RestClient;
  readonly id: string;
}

async function opened(one: Licensed): Promise<Open> {
  const client = await openRestClient();
  return { client, id: await client.contract(draftOf(one)) };
}

/** The same in a foreign currency, whose rate differs in each month. */
async function openedAbroad(one: Licensed): Promise<Open> {
  const client = await openRestClient();
  const rates = RATES.map((rate, index) => ({
    ...{ fromCurrency: 'EUR', toCurrency: 'USD', rate },
    rateDate: `2026-0${index + 1}-01`,
  }));
  await runForOutput(setExchangeRates, client.org.callAs('controller'), { rates, confirmation: 'Drawn' });
  return { client, id: await client.contract({ ...draftOf(one), currencyCode: 'EUR' }) };
}
const RATES = ['1.10', '1.17', '1.08', '1.21', '1.13', '1.19'];

/** The ledger by month and account in the currency of the contract; an exchange difference has no amount in it. */
async function inContractCurrency({ client }: Open): Promise<string[]> {
  const places = Object.entries(await ledger(client)).map(
    ([place, amount]) => `${place} ${amount.split(' ')[0]}`,
  );
  return places.filter((place) => !place.endsWith(' 0'));
}

/** The ends of months at which an account of interest is carried at something although nothing stands in it. */
async function carriedAtNothing({ client }: Open): Promise<string[]> {
  const sums = new Map<string, { amount: Decimal; base: Decimal }>();
  return Object.entries(await ledger(client)).flatMap(([place, text]) => {
    const code = place.split(' ')[1] ?? '';
    if (![ACCRUED_INTEREST, INTEREST_ON_ADVANCES, UNEARNED_INTEREST].includes(code)) return [];
    const [amount = '0', base = '0'] = text.replace(/[()]/g, '').split(' ');
    const before = sums.get(code) ?? { amount: ZERO, base: ZERO };
    const now = { amount: before.amount.plus(amount), base: before.base.plus(base) };
    sums.set(code, now);
    return now.amount.isZero() && !now.base.isZero() ? [`${place}: ${now.base}`] : [];
  });
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

/**
 * Records each fact in its month, and runs the month when it has ended; a copy that comes a month after its license begins moves revenue of the month
 * before, which is still open and is run again first.
 */
async function inTime(open: Open, { facts }: Licensed): Promise<void> {
  let before = '';
  for (const [index, month] of MONTHS.entries()) {
    const end = lastDayOf(month);
    const own = facts.filter((fact) => onDay(fact) > before && onDay(fact) <= end);
    for (const fact of own.sort((a, b) => a.day - b.day)) await record(open, eventOf(fact));
    await open.client.run(...MONTHS.slice(Math.max(0, index - 1), index + 1));
    before = end;
  }
}

/** Expects the ledger at each month's end to show the oracle's revenue and interest, and what was billed and paid, in cents by account. */
async function agreesWithOracle({ client }: Open, one: Licensed, months = MONTHS): Promise<void> {
  const { contract, heard } = heardOf(one);
  const days = months.map((month) => lastDayOf(month));
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

/** Each form of payment with one way of transfer; a long run tries every combination, and every law on each. */
const CASES = FORM_NAMES.flatMap((form, index) =>
  TRANSFERS.filter((_way, place) => HISTORIES > 1 || place === index % TRANSFERS.length).map(
    (transfer) => [form, transfer] as const,
  ),
);

const isProof = IS_LONG || HISTORIES > 1;

/** In a foreign currency the books are the same by month and account in any order, and no account of interest is carried at what is not there. */
async function isTheSameAbroad(one: Licensed): Promise<void> {
  const [ordered, late] = [await openedAbroad(one), await openedAbroad(one)];
  await inTime(ordered, one);
  await late.client.run(...MONTHS);
  await takeBack(late, await recordAll(late, one));
  await late.client.run(...MONTHS);
  expect(await inContractCurrency(late)).toEqual(await inContractCurrency(ordered));
  for (const each of [ordered, late]) {
    expect(await carriedAtNothing(each)).toEqual([]);
    await isConserved(each);
  }
}

describe('licenses with royalties that begin later, paid ahead, later or in installments, over REST', () => {
  it.each(CASES)(
    'in any order: %s, transferred %s: the ledger is by month and account that of the oracle, recorded in time or in any other order, before and after runs, errors voided, also where interest stands',
    async (form, transfer) => {
      await fc.assert(
        fc.asyncProperty(licensed(form, transfer), async (one) => {
          const [ordered, before, after] = [await opened(one), await opened(one), await opened(one)];
          await inTime(ordered, one);
          const expected = await ledger(ordered.client);
          const early = await recordAll(before, one);
          await before.client.run(...MONTHS);
          await takeBack(before, early);
          await before.client.run(...MONTHS);
          expect(await ledger(before.client)).toEqual(expected);
          await after.client.run(...MONTHS);
          await takeBack(after, await recordAll(after, one));
          await after.client.run(...MONTHS);
          expect(await ledger(after.client)).toEqual(expected);
          // The three ledgers are the same, so that what holds of one by month and account holds of all.
          await agreesWithOracle(ordered, one);
          for (const each of [ordered, before, after]) await isConserved(each);
        }),
        { numRuns: HISTORIES },
      );
    },
    AMPLE,
  );

  it.each(CASES.filter(([form], place) => form !== 'NONE' && (isProof || place % 2 === 0)))(
    'in any order: %s, transferred %s: in a foreign currency the ledger is in that currency the same by month and account in any order, and nothing is carried where no interest stands',
    async (form, transfer) => {
      await fc.assert(fc.asyncProperty(licensed(form, transfer), isTheSameAbroad), { numRuns: HISTORIES });
    },
    AMPLE,
  );

  it('in a foreign currency, interest that facts recorded late left carried on the other side moves too, the rest of its worth on a line of its own', async () => {
    // Bills of three months in the wrong order, with sales of a royalty before the license and a payment recorded in error.
    const one: Licensed = {
      form: 'INSTALLMENTS',
      nature: 'FUNCTIONAL',
      begins: 27,
      facts: [
        { what: 'sales', day: 24, size: 89_993 },
        { what: 'goods', day: 26, size: 0 },
        { what: 'bill', day: 125, size: 58_384 },
        { what: 'bill', day: 88, size: 79_140 },
        { what: 'bill', day: 31, size: 89_286 },
        { what: 'sales', day: 69, size: 57_973 },
      ],
      wrong: [
        { what: 'payment', day: 123, size: 89_985 },
        { what: 'copy', day: 87, size: 0 },
      ],
      order: [0, 2, 5, 6, 1, 3, 7, 4],
    };
    await isTheSameAbroad(one);
  });

  it.each(CASES.filter((_case, place) => isProof || place % 2 === 1))(
    'in any order: %s, transferred %s: when months are closed before their facts are recorded, the sums are the same, and by the end of each open month each account stands where the oracle has it',
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
          await agreesWithOracle(late, one, MONTHS.slice(last + 1));
          await isConserved(late);
        }),
        { numRuns: HISTORIES },
      );
    },
    AMPLE,
  );
});
