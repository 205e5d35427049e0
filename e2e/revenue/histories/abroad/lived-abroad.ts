import { dec } from '@/core/money/decimal';
import { addPeriods, lastDayOf } from '@/core/revenue/days';
import { sql, withTenantReport } from '@/db/tenancy';
import { systemClock } from '@/lib/clock';
import { postedDocument } from '@/testing/documents';
import { correctRates } from '@/usecases/fx/correct-rates';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { createCost, impairCost, reviseCostTerm } from '@/usecases/revenue/contracts/costs/cost-records';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { combineContracts } from '@/usecases/revenue/contracts/modifications/combine-contracts';
import { terminateContract } from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { listRuns } from '@/usecases/revenue/runs/list-runs';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { type Books, MET, openBooks } from '../../books';
import { accepted } from '../drawn-agreements';
import { close, reverse } from '../reversed-books';
import { amountOf, type Deal, draftsOf } from './drawn-deals';
import { changeOf, factOf, MONTHS, type Step } from './drawn-steps';

/** What a unit of each currency is worth in dollars and in euros before it moves, and by how much it moves in each month. */
const WORTH = {
  EUR: ['1.1', null],
  JPY: ['0.0067', '0.0061'],
  KWD: ['3.25', '2.95'],
  USD: [null, '0.909'],
} as const;
const MOVES = ['1', '1.19', '0.85', '1.38'];
const BASES = ['USD', 'EUR'] as const;

/** The month in which what is left is settled. */
const LAST = '2026-05';

/** The rates of each month, from every currency to both base currencies. */
function rates() {
  return Object.entries(WORTH).flatMap(([fromCurrency, worth]) =>
    BASES.flatMap((toCurrency, which) =>
      MOVES.flatMap((move, index) => {
        const at = worth[which];
        if (at === null || at === undefined) return [];
        const month = `2026-0${index + 1}`;
        const of = { fromCurrency, toCurrency, rate: dec(at).times(move).toFixed() };
        return [
          { ...of, rateDate: `${month}-01`, rateType: 'SPOT' as const },
          { ...of, rateDate: lastDayOf(month), rateType: 'CLOSING' as const },
        ];
      }),
    ),
  );
}

/** A contract as it lives on, and the company that it is of. */
export interface Living {
  readonly books: Books;
  readonly of: Deal;
  readonly id: string;
  readonly subsidiaryId: string;
}

/** Opens the books of a company and its branch, whose base currency is the euro, and brings a contract of one of them into force. */
export async function begin(of: Deal): Promise<Living> {
  const books = await openBooks();
  const { org } = books;
  await runForOutput(setExchangeRates, org.callAs('controller'), { rates: rates(), confirmation: 'Drawn' });
  const branch = of.isOfBranch
    ? await runForOutput(createSubsidiary, org.callAs('admin'), {
        ...{ name: 'Branch', code: 'B', baseCurrency: 'EUR' },
        parentId: org.ids.rootSubsidiary,
      })
    : null;
  const subsidiaryId = branch?.id ?? org.ids.rootSubsidiary;
  const call = org.callAs('revenue');
  const ids: string[] = [];
  for (const draft of draftsOf(of)) {
    const terms = { customerId: org.ids.customer, subsidiaryId, ...draft, criteria: MET };
    ids.push((await runForOutput(createContract, call, terms)).id);
  }
  const [first = '', ...others] = ids;
  const id =
    others.length === 0
      ? first
      : (
          await runForOutput(combineContracts, call, {
            ...{ id: first, with: others },
            reasons: { pricesInterdependent: true },
          })
        ).id;
  await runForOutput(activateContract, call, { id, criteria: MET });
  return { books, of, id, subsidiaryId };
}

/** Runs every month from the first open one through a month. */
async function runFrom(
  { books: { org }, subsidiaryId }: Living,
  first: string,
  last: string,
  grouping: 'SUBSIDIARY' | 'CONTRACT' = 'SUBSIDIARY',
) {
  const call = org.callAs('revenue', { clock: systemClock('2026-12-31') });
  for (let period = first; period <= last; period = addPeriods(period, 1)) {
    const { id } = await runForOutput(createRun, call, { period, subsidiaryId, grouping });
    await runForOutput(postRun, call, { id });
  }
}

async function revalue({ books, subsidiaryId }: Living, month: string): Promise<void> {
  const periods = await runForOutput(listPeriods, books.org.callAs('viewer'), {});
  const period = periods.find((one) => one.label === month && one.subsidiaryId === subsidiaryId);
  const call = books.org.callAs('controller');
  await accepted(() => runForOutput(revaluePeriod, call, { periodId: period?.id }));
}

/** Sets the rate of the first day of a month again and corrects what was computed with the one before. */
async function correct({ books, of, subsidiaryId }: Living, month: string, percent: number): Promise<void> {
  const toCurrency = of.isOfBranch ? 'EUR' : 'USD';
  const known = rates().find(
    (one) =>
      one.fromCurrency === of.currencyCode && one.toCurrency === toCurrency && one.rateDate === `${month}-01`,
  );
  if (known === undefined) return;
  const rate = dec(known.rate).times(String(percent)).div('100').toFixed();
  const call = books.org.callAs('controller');
  await runForOutput(setExchangeRates, call, { rates: [{ ...known, rate }], confirmation: 'Mistyped' });
  const scope = { subsidiaryId, currencyCode: of.currencyCode, from: known.rateDate };
  await accepted(() => runForOutput(correctRates, call, scope));
}

/** Lives through what happens to a contract, and runs every open month. Answers the first open month. */
export async function live(living: Living, history: readonly Step[]): Promise<string> {
  const { books, of, id, subsidiaryId } = living;
  const { org } = books;
  const call = org.callAs('revenue');
  let open = MONTHS[0] ?? '';
  const documents: string[] = [];
  const costs: string[] = [];
  for (const [nth, step] of history.entries()) {
    switch (step.do) {
      case 'fact':
        await accepted(() => books.record(id, factOf(of, step)));
        break;
      case 'change': {
        const { treatment } = step;
        await accepted(() =>
          books.modify(id, {
            ...changeOf(of, step, nth),
            ...(treatment !== null && { treatment }),
            ...{ confirm: ['CUT_BELOW_EARNED'], reason: 'As agreed with the customer' },
          }),
        );
        break;
      }
      case 'document': {
        const known = rates().find((one) => one.fromCurrency === of.currencyCode);
        const shared = {
          ...{ subsidiaryId, currencyCode: of.currencyCode, transactionDate: step.on },
          ...(step.isRated && known !== undefined && { exchangeRate: known.rate }),
        };
        const one = await accepted(() =>
          postedDocument(org, {
            ...shared,
            ...{ kind: step.kind, revenueContractId: id },
            lines: [{ unitPrice: amountOf(of, step.kind === 'INVOICE' ? step.tens * 10 : step.tens) }],
          }),
        );
        if (one === null) break;
        documents.push(one.id);
        if (!step.isPaid || step.kind !== 'INVOICE') break;
        await accepted(async () => {
          const lines = [{ unitPrice: amountOf(of, step.tens * 5) }];
          const payment = await postedDocument(org, { ...shared, kind: 'CUSTOMER_PAYMENT', lines });
          documents.push(payment.id);
          await runForOutput(applyPayment, org.callAs('accountant'), {
            paymentId: payment.id,
            applications: [{ documentId: one.id, amount: amountOf(of, step.tens * 5) }],
            appliedOn: step.on,
          });
        });
        break;
      }
      case 'cost': {
        const kind = step.kind === 'fulfil' ? 'FULFIL' : 'OBTAIN';
        const one = await accepted(() =>
          runForOutput(createCost, call, {
            ...{ contractId: id, kind, amount: amountOf(of, step.tens * 5), incurredOn: step.on },
            ...{ contractMonths: 12, direct: true, enhancesResources: true },
            ...(step.kind === 'renewals' && { expectedRenewalMonths: 12 }),
            ...(step.kind === 'follows' && { follows: ['work', 'units'] }),
          }),
        );
        if (one !== null) costs.push(one.cost.id);
        break;
      }
      case 'asset': {
        const cost = costs[step.pick % Math.max(1, costs.length)];
        if (cost === undefined) break;
        const asked = { id: cost, date: step.on };
        const expectedConsideration = amountOf(of, step.tens);
        await accepted<unknown>(() =>
          step.kind === 'test'
            ? runForOutput(impairCost, call, { ...asked, expectedConsideration })
            : runForOutput(reviseCostTerm, call, { ...asked, end: '2026-08-31', evidence: 'Notice' }),
        );
        break;
      }
      case 'terminate': {
        const refund = step.tens % 2 === 0 ? '0' : amountOf(of, step.tens);
        const end = { id, effectiveDate: step.on, refund, reason: 'The customer left' };
        await accepted(() => runForOutput(terminateContract, call, end));
        break;
      }
      case 'void': {
        const { events } = await books.read(id);
        const event = events[1 + (step.pick % Math.max(1, events.length - 1))]?.event;
        if (event === undefined) break;
        await accepted(() => runForOutput(voidFact, call, { id: event.id, reason: 'Of another contract' }));
        break;
      }
      case 'undo': {
        const document = documents[step.pick % Math.max(1, documents.length)];
        if (document === undefined) break;
        // April stays open.
        const asked = { id: document, reversalReason: 'Never sent', reversalDate: '2026-04-29' };
        await accepted(() => runForOutput(reverseTransaction, org.callAs('controller'), asked));
        break;
      }
      case 'run': {
        const grouping = step.isByContract ? 'CONTRACT' : 'SUBSIDIARY';
        await runFrom(living, open, MONTHS[step.month] ?? '', grouping);
        break;
      }
      case 'reverse': {
        const { rows } = await runForOutput(listRuns, call, { limit: 100 });
        const posted = rows.filter(({ kind, postedRows }) => kind === 'PERIOD' && postedRows > 0);
        const run = posted[step.pick % Math.max(1, posted.length)];
        if (run !== undefined) await accepted(() => reverse(books, run.id));
        break;
      }
      case 'revalue':
        await revalue(living, MONTHS[step.month] ?? '');
        break;
      case 'close': {
        // The last month stays open for what is settled in the end.
        const month = MONTHS[Math.min(step.month, 2)] ?? '';
        if (month < open) break;
        await runFrom(living, open, month);
        await close(books, month);
        open = addPeriods(month, 1);
        break;
      }
      case 'correct':
        await correct(living, MONTHS[step.month] ?? '', step.percent);
        break;
    }
  }
  await runFrom(living, open, LAST);
  return open;
}

/**
 * Ends a contract: no revenue is held, nothing is expected to be refunded, it is terminated, what is earned and not billed is billed, and what
 * is owed is paid.
 */
export async function windUp(living: Living): Promise<void> {
  const { books, id } = living;
  const call = books.org.callAs('revenue');
  const on = { effectiveDate: `${LAST}-20` };
  for (const key of ['term', 'brand'])
    await accepted(() => books.record(id, { kind: 'release', ...on, key }));
  for (const key of ['work', 'units'])
    await accepted(() => books.record(id, { kind: 'refundEstimate', ...on, key, liability: '0' }));
  await accepted(() => runForOutput(terminateContract, call, { id, ...on, reason: 'Done' }));
  await runFrom(living, LAST, LAST);
  const { contractAsset } = (await books.read(id)).balances;
  if (!dec(contractAsset).isZero())
    await accepted(() => books.record(id, { kind: 'invoice', ...on, amount: contractAsset }));
  const owed = dec(await books.balance('1210'));
  const kind = owed.isNegative() ? 'payout' : 'payment';
  if (!owed.isZero()) await accepted(() => books.record(id, { kind, ...on, amount: owed.abs().toFixed() }));
  await runFrom(living, LAST, LAST);
}

/** What contracts are carried at in base currency although nothing stands there in their own. */
export async function carriedAtNothing({ org }: Books): Promise<object[]> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  return withTenantReport(claim, (tenant) =>
    sql<object>(
      tenant,
      `select net, net_base, receivable, receivable_base, refund, refund_base from revenue_positions
       where net = 0 and net_base <> 0 or receivable = 0 and receivable_base <> 0 or refund = 0 and refund_base <> 0`,
      [],
    ),
  );
}

/** Accounts of interest, costs, and provisions of contracts that are carried at something although nothing stands in them, by company and currency. */
export async function accountsAtNothing({ org }: Books): Promise<object[]> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  return withTenantReport(claim, (tenant) =>
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
const STANDING = ['1340', '2370', '2380', '1320', '2130', '2320', '2340', '1330'];

/** Control accounts that differ from their subledgers on a day, in either currency. */
export async function untied({ org }: Books, asOf: string): Promise<object[]> {
  const { controls } = await runForOutput(tieOutControls, org.callAs('auditor'), { asOf });
  return controls.filter(({ difference, differenceBase }) => /[1-9]/.test(difference + differenceBase));
}

/** What a contract that has ended and is settled still comes to: its position, and what is owed with its documents. */
export async function standing({ books, id }: Living): Promise<string> {
  const { contract, balances, separateContracts } = await books.read(id);
  if (contract.contractStatus !== 'TERMINATED' || separateContracts.length > 0) return '0';
  const { contractAsset, deferred } = balances;
  return dec(contractAsset)
    .minus(deferred)
    .plus(await books.balance('1210'))
    .toFixed();
}
