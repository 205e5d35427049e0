import { dec, sum, ZERO } from '@/core/money/decimal';
import { sql, withTenantReport } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { terminateContract } from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import type { Books } from '../../books';
import { accepted } from '../drawn-agreements';
import { amountOf } from './drawn-deals';
import { companyOf, LAST, type Living, type Party, runFrom } from './opened-abroad';

/**
 * Ends contracts: no revenue is held, nothing is expected to be refunded or returned, what suppliers delivered is taken back, they are terminated, what is earned and not billed is billed, and
 * what is owed is paid.
 */
export async function windUp(living: Living): Promise<void> {
  const { books, parties } = living;
  const call = books.org.callAs('revenue');
  const on = { effectiveDate: `${LAST}-20` };
  for (const { id, of, key: own } of parties) {
    for (const key of own === null ? ['term', 'brand'] : [own])
      await accepted(() => books.record(id, { kind: 'release', ...on, key }));
    for (const key of own === null ? ['work', 'units'] : [own])
      await accepted(() => books.record(id, { kind: 'refundEstimate', ...on, key, liability: '0' }));
    await takeBack(living, id);
    const none = {
      units: '3',
      unitPrice: amountOf(of, 80),
      unitCost: amountOf(of, 30),
      expectedReturns: '0',
    };
    if (own === null)
      await accepted(() => books.record(id, { kind: 'returnsEstimate', ...on, key: 'point', ...none }));
    await accepted(() => runForOutput(terminateContract, call, { id, ...on, reason: 'Done' }));
  }
  await runFrom(living, LAST, LAST);
  let isSettled = false;
  const tell = async ({ id }: Party, kind: 'invoice' | 'payment' | 'payout', amount: string) => {
    if (dec(amount).isZero()) return;
    isSettled = false;
    await accepted(() => books.record(id, { kind, ...on, amount: dec(amount).abs().toFixed() }));
  };
  const pay = (party: Party, owed: string) =>
    tell(party, dec(owed).isNegative() ? 'payout' : 'payment', owed);
  // What was paid ahead settles a bill first, so that what it had covered is billed too, and what that leaves with documents next.
  for (let round = 1; !isSettled && round <= 6; round += 1) {
    isSettled = true;
    for (const party of parties) {
      const { contractAsset, paid, billed } = (await books.read(party.id)).balances;
      if (dec(contractAsset).isZero()) continue;
      const covered = dec(paid).gt(billed) ? dec(paid).minus(billed) : ZERO;
      await tell(party, 'invoice', covered.plus(contractAsset).toFixed());
    }
    // What a contract that was split off is owed by its own facts; all else of a currency by its first contract.
    for (const party of parties.filter(({ key }) => key !== null))
      await pay(party, (await books.read(party.id)).balances.receivable);
    for (const party of firstOf(living)) await pay(party, await receivables(living, party));
    await runFrom(living, LAST, LAST);
  }
}

/** Voids what moved goods to be recovered and what is owed to suppliers, so that nothing stands of it. */
async function takeBack({ books }: Living, id: string): Promise<void> {
  const { events } = await books.read(id);
  const isOfSupplier = (key: string) => key === 'agent' || key === 'resold';
  const moves = events.filter(
    ({ event }) => event.kind === 'journal' || (event.kind === 'delivery' && isOfSupplier(event.key)),
  );
  for (const { event } of moves.reverse())
    await accepted(() =>
      runForOutput(voidFact, books.org.callAs('revenue'), { id: event.id, reason: 'Taken back' }),
    );
}

/** The first contract of each company and currency. */
const firstOf = ({ parties }: Living): Party[] =>
  parties.filter((one, place) => parties.findIndex((other) => isBeside(one, other)) === place);
const isBeside = ({ of: a }: Party, { of: b }: Party) =>
  a.currencyCode === b.currencyCode && a.isOfBranch === b.isOfBranch;

/** What customers owe a company in the currency of a contract. */
async function receivables(living: Living, { of }: Party): Promise<string> {
  const [row] = await withTenantReport(claimOf(living.books), (tenant) =>
    sql<{ amount: string }>(
      tenant,
      `select trim_scale(coalesce(sum(l.debit - l.credit), 0))::text as amount from ledger_lines l
       join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
       where a.code = '1210' and l.currency_code = $1 and l.subsidiary_id = $2::uuid`,
      [of.currencyCode, companyOf(living, of)],
    ),
  );
  return row?.amount ?? '0';
}

const claimOf = ({ org }: Books) => ({ organizationId: org.principals.admin.organizationId, userId: null });

/** What contracts are carried at in base currency although nothing stands there in their own. */
export async function carriedAtNothing(books: Books): Promise<object[]> {
  return withTenantReport(claimOf(books), (tenant) =>
    sql<object>(
      tenant,
      `select net, net_base, receivable, receivable_base, refund, refund_base from revenue_positions
       where net = 0 and net_base <> 0 or receivable = 0 and receivable_base <> 0 or refund = 0 and refund_base <> 0`,
      [],
    ),
  );
}

/** Accounts of interest, costs, provisions, goods to be recovered and what is owed to suppliers of contracts that are carried at something although nothing stands in them, by company and currency. */
export async function accountsAtNothing(books: Books): Promise<object[]> {
  return withTenantReport(claimOf(books), (tenant) =>
    sql<object>(
      tenant,
      `select a.code, l.currency_code, trim_scale(sum(l.base_debit - l.base_credit))::text as base
       from ledger_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
       where a.code = any ($1) group by 1, 2, l.subsidiary_id
       having sum(l.debit - l.credit) = 0 and sum(l.base_debit - l.base_credit) <> 0`,
      [STANDING],
    ),
  );
}
const STANDING = ['1340', '2370', '2380', '1320', '2130', '2320', '1330', '2340'];

/** Control accounts that differ from their subledgers on a day, in either currency. */
export async function untied({ org }: Books, asOf: string): Promise<object[]> {
  const { controls } = await runForOutput(tieOutControls, org.callAs('auditor'), { asOf });
  return controls.filter(({ difference, differenceBase }) => /[1-9]/.test(difference + differenceBase));
}

/**
 * What contracts that have ended and are settled still come to, by company and currency: their positions, and what is owed with their
 * documents. Nothing is said of those of which one goes on.
 */
export async function standing(living: Living): Promise<string[]> {
  const left: string[] = [];
  for (const first of firstOf(living)) {
    const views = await Promise.all(
      living.parties.filter((one) => isBeside(one, first)).map(({ id }) => living.books.read(id)),
    );
    if (views.some(({ contract }) => contract.contractStatus !== 'TERMINATED')) continue;
    const positions = sum(
      views.map(({ balances: { contractAsset, deferred } }) => dec(contractAsset).minus(deferred)),
    );
    left.push(positions.plus(await receivables(living, first)).toFixed());
  }
  return left.filter((amount) => !dec(amount).isZero());
}

/** Contracts that have ended of which a contract asset stands next to a credit of the customer (606-10-45-1). */
export async function twoSided({ books, parties }: Living): Promise<object[]> {
  const views = await Promise.all(parties.map(({ id }) => books.read(id)));
  return views.flatMap(({ contract, balances: { contractAsset, receivable } }) =>
    contract.contractStatus === 'TERMINATED' && !dec(contractAsset).isZero() && dec(receivable).isNegative()
      ? [{ contractAsset, receivable }]
      : [],
  );
}
