import { dec } from '@/core/money/decimal';
import { addPeriods, lastDayOf } from '@/core/revenue/days';
import { systemClock } from '@/lib/clock';
import { correctRates } from '@/usecases/fx/correct-rates';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { combineContracts } from '@/usecases/revenue/contracts/modifications/combine-contracts';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { type Books, MET, openBooks } from '../../books';
import { accepted } from '../drawn-agreements';
import { type Deal, draftsOf } from './drawn-deals';
import { MONTHS } from './drawn-steps';

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
export const LAST = '2026-05';

/** The rates of each month, from every currency to both base currencies. */
export function rates() {
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

/** A contract as it lives on; `key`: of one that a modification split off, what it promises. */
export interface Party {
  readonly of: Deal;
  readonly id: string;
  readonly key: string | null;
}

/** What was posted about contracts: a document, the amount of which is so many units of its contract. */
export interface Document {
  readonly id: string;
  readonly kind: 'INVOICE' | 'CREDIT_MEMO' | 'CUSTOMER_PAYMENT';
  readonly of: Deal;
  readonly units: number;
}

/** Contracts as they live on, the companies that they are of, and what happened so far. */
export interface Living {
  readonly books: Books;
  readonly subsidiaryIds: readonly string[];
  readonly parties: Party[];
  readonly documents: Document[];
  readonly applications: string[];
  readonly costs: { readonly id: string; readonly of: Deal }[];
  /** The first month that is open. */
  open: string;
  /** How many steps were taken. */
  steps: number;
}

/** The company that a contract is of. */
export const companyOf = ({ subsidiaryIds: [root = '', branch] }: Living, of: Deal): string =>
  of.isOfBranch ? (branch ?? root) : root;

/** Opens the books of a company and, where a contract is of it, of its branch, whose base currency is the euro, with contracts of them as drafts. */
export async function begin(deals: readonly Deal[]): Promise<Living> {
  const books = await openBooks();
  const { org } = books;
  await runForOutput(setExchangeRates, org.callAs('controller'), { rates: rates(), confirmation: 'Drawn' });
  const subsidiaryIds = [org.ids.rootSubsidiary];
  if (deals.some(({ isOfBranch }) => isOfBranch)) {
    const branch = await runForOutput(createSubsidiary, org.callAs('admin'), {
      ...{ name: 'Branch', code: 'B', baseCurrency: 'EUR' },
      parentId: org.ids.rootSubsidiary,
    });
    subsidiaryIds.push(branch.id);
  }
  const living: Living = {
    ...{ books, subsidiaryIds, parties: [], documents: [], applications: [], costs: [] },
    ...{ open: MONTHS[0] ?? '', steps: 0 },
  };
  for (const of of deals) living.parties.push({ of, id: await drafted(living, of), key: null });
  return living;
}

/** The draft of a contract, combined where it is agreed as two. */
async function drafted(living: Living, of: Deal): Promise<string> {
  const { org } = living.books;
  const call = org.callAs('revenue');
  const ids: string[] = [];
  for (const draft of draftsOf(of)) {
    const terms = {
      ...{ customerId: org.ids.customer, subsidiaryId: companyOf(living, of) },
      ...{ ...draft, criteria: MET },
    };
    ids.push((await runForOutput(createContract, call, terms)).id);
  }
  const [id = '', ...others] = ids;
  if (others.length === 0) return id;
  const asked = { id, with: others, reasons: { pricesInterdependent: true } };
  return (await runForOutput(combineContracts, call, asked)).id;
}

/** Brings drafts into force. */
export async function bringIntoForce({ books, parties }: Living): Promise<void> {
  const call = books.org.callAs('revenue');
  for (const { id } of parties) await runForOutput(activateContract, call, { id, criteria: MET });
}

/** Runs every month from the first open one through a month. */
export async function runFrom(
  { books: { org }, subsidiaryIds }: Living,
  first: string,
  last: string,
  grouping: 'SUBSIDIARY' | 'CONTRACT' = 'SUBSIDIARY',
) {
  const call = org.callAs('revenue', { clock: systemClock('2026-12-31') });
  for (let period = first; period <= last; period = addPeriods(period, 1)) {
    for (const subsidiaryId of subsidiaryIds) {
      const { id } = await runForOutput(createRun, call, { period, subsidiaryId, grouping });
      await runForOutput(postRun, call, { id });
    }
  }
}

/** Revalues a month of every company. */
export async function revalue({ books, subsidiaryIds }: Living, month: string): Promise<void> {
  const call = books.org.callAs('controller');
  const periods = await runForOutput(listPeriods, books.org.callAs('viewer'), {});
  for (const { id, label, subsidiaryId } of periods) {
    if (label !== month || !subsidiaryIds.includes(subsidiaryId)) continue;
    await accepted(() => runForOutput(revaluePeriod, call, { periodId: id }));
  }
}

/** Sets the rate of the first day of a month again and corrects what was computed with the one before. */
export async function correct(living: Living, of: Deal, month: string, percent: number): Promise<void> {
  const toCurrency = of.isOfBranch ? 'EUR' : 'USD';
  const known = rates().find(
    (one) =>
      one.fromCurrency === of.currencyCode && one.toCurrency === toCurrency && one.rateDate === `${month}-01`,
  );
  if (known === undefined) return;
  const rate = dec(known.rate).times(String(percent)).div('100').toFixed();
  const call = living.books.org.callAs('controller');
  await runForOutput(setExchangeRates, call, { rates: [{ ...known, rate }], confirmation: 'Mistyped' });
  const { currencyCode } = of;
  const scope = { subsidiaryId: companyOf(living, of), currencyCode, from: known.rateDate };
  await accepted(() => runForOutput(correctRates, call, scope));
}
