import { addPeriods } from '@/core/revenue/days';
import { systemClock } from '@/lib/clock';
import { postedDocument } from '@/testing/documents';
import { runForOutput } from '@/usecases/kit/run';
import { createCost, impairCost, reviseCostTerm } from '@/usecases/revenue/contracts/costs/cost-records';
import { decideTreatment } from '@/usecases/revenue/contracts/modifications/decide-treatment';
import { terminateContract } from '@/usecases/revenue/contracts/modifications/terminate-contract';
import { replaceFact } from '@/usecases/revenue/events/replace-fact';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { listRuns } from '@/usecases/revenue/runs/list-runs';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { accepted } from '../drawn-agreements';
import { close, reverse } from '../reversed-books';
import { amountOf } from './drawn-deals';
import { changeOf, factOf } from './drawn-facts';
import { MONTHS, type Step } from './drawn-steps';
import {
  companyOf,
  correct,
  type Document,
  type Living,
  type Party,
  rates,
  revalue,
  runFrom,
} from './opened-abroad';

type Of<Do extends Step['do']> = Extract<Step, { do: Do }>;

/** One of a list; null where there is none. */
const among = <T>(list: readonly T[], pick: number): T | null =>
  list[pick % Math.max(1, list.length)] ?? null;

/** Lives through what happens to contracts. */
export async function live(living: Living, history: readonly Step[]): Promise<void> {
  for (const step of history) {
    living.steps += 1;
    const party = among(living.parties, step.who);
    if (party !== null) await take(living, party, step);
  }
}

async function take(living: Living, party: Party, step: Step): Promise<void> {
  const { books, documents } = living;
  const { of, id } = party;
  const call = books.org.callAs('revenue');
  switch (step.do) {
    case 'fact':
      await accepted(() => books.record(id, factOf(party, step)));
      return;
    case 'change':
      return change(living, party, step);
    case 'document':
      return document(living, party, step);
    case 'apply':
      return apply(living, step);
    case 'unapply': {
      const applicationId = among(living.applications, step.pick);
      if (applicationId === null) return;
      // Before the day on which documents are reversed, which are settled no more by then.
      const before = books.org.callAs('accountant', { clock: systemClock('2026-04-28') });
      await accepted(() => runForOutput(unapplyPayment, before, { applicationId }));
      return;
    }
    case 'cost':
      return spend(living, party, step);
    case 'asset': {
      const cost = among(living.costs, step.pick);
      if (cost === null) return;
      const asked = { id: cost.id, date: step.on };
      const expectedConsideration = amountOf(cost.of, step.tens);
      await accepted<unknown>(() =>
        step.kind === 'test'
          ? runForOutput(impairCost, call, { ...asked, expectedConsideration })
          : runForOutput(reviseCostTerm, call, { ...asked, end: '2026-08-31', evidence: 'Notice' }),
      );
      return;
    }
    case 'terminate': {
      const refund = step.tens % 2 === 0 ? '0' : amountOf(of, step.tens);
      const end = { id, effectiveDate: step.on, refund, reason: 'The customer left' };
      await accepted(() => runForOutput(terminateContract, call, end));
      return;
    }
    case 'void': {
      const { events } = await books.read(id);
      const event = among(
        events.filter(({ event: { kind } }) => kind !== 'created'),
        step.pick,
      )?.event;
      if (event === undefined) return;
      await accepted(() => runForOutput(voidFact, call, { id: event.id, reason: 'Of another contract' }));
      return;
    }
    case 'replace': {
      const { events } = await books.read(id);
      const wrong = among(
        events.filter(({ event: { kind } }) => kind !== 'created'),
        step.pick,
      );
      if (wrong === null) return;
      const instead = { id: wrong.event.id, reason: 'Mistyped', event: factOf(party, step.by) };
      await accepted(() => runForOutput(replaceFact, call, instead));
      return;
    }
    case 'decide': {
      const { events } = await books.read(id);
      const modification = among(
        events.filter(({ event: { kind } }) => kind === 'modification'),
        step.pick,
      );
      if (modification === null) return;
      const decision = { id: modification.event.id, treatment: step.treatment, reason: 'Looked at again' };
      await accepted(() => runForOutput(decideTreatment, call, decision));
      return joinSeparate(living, party);
    }
    case 'undo': {
      const one = among(documents, step.pick);
      if (one === null) return;
      // April stays open.
      const asked = { id: one.id, reversalReason: 'Never sent', reversalDate: '2026-04-29' };
      await accepted(() => runForOutput(reverseTransaction, books.org.callAs('controller'), asked));
      return;
    }
    case 'run':
      return runFrom(
        living,
        living.open,
        MONTHS[step.month] ?? '',
        step.isByContract ? 'CONTRACT' : 'SUBSIDIARY',
      );
    case 'reverse': {
      const { rows } = await runForOutput(listRuns, call, { limit: 100 });
      const run = among(
        rows.filter(({ kind, postedRows }) => kind === 'PERIOD' && postedRows > 0),
        step.pick,
      );
      if (run !== null) await accepted(() => reverse(books, run.id));
      return;
    }
    case 'revalue':
      return revalue(living, MONTHS[step.month] ?? '');
    case 'close': {
      // The last month stays open for what is settled in the end.
      const month = MONTHS[Math.min(step.month, 2)] ?? '';
      if (month < living.open) return;
      await runFrom(living, living.open, month);
      await close(books, month);
      living.open = addPeriods(month, 1);
      return;
    }
    case 'correct':
      return correct(living, of, MONTHS[step.month] ?? '', step.percent);
  }
}

/** Modifies a contract; what it splits off is a contract that lives on. */
async function change(living: Living, party: Party, step: Of<'change'>): Promise<void> {
  const { treatment } = step;
  const nth = living.steps;
  const modified = await accepted(() =>
    living.books.modify(party.id, {
      ...changeOf(party, step, nth),
      ...(treatment !== null && { treatment }),
      ...{ confirm: ['CUT_BELOW_EARNED'], reason: 'As agreed with the customer' },
    }),
  );
  if (modified !== null) await joinSeparate(living, party);
}

/** Contracts that were split off live on. */
async function joinSeparate(living: Living, { of, id }: Party): Promise<void> {
  const { separateContracts } = await living.books.read(id);
  for (const { id: own } of separateContracts) {
    if (living.parties.some((one) => one.id === own)) continue;
    const [promised] = (await living.books.read(own)).obligations;
    living.parties.push({ of, id: own, key: promised?.key ?? '' });
  }
}

/** Posts a document of a contract, and where it is paid, a payment that settles half of it. */
async function document(living: Living, { of, id }: Party, step: Of<'document'>): Promise<void> {
  const { org } = living.books;
  const known = rates().find((one) => one.fromCurrency === of.currencyCode);
  const post = async (kind: Document['kind'], units: number) => {
    const { id: posted } = await postedDocument(org, {
      ...{ kind, subsidiaryId: companyOf(living, of), currencyCode: of.currencyCode },
      ...{ transactionDate: step.on, ...(kind !== 'CUSTOMER_PAYMENT' && { revenueContractId: id }) },
      ...(step.isRated && known !== undefined && { exchangeRate: known.rate }),
      lines: [{ unitPrice: amountOf(of, units) }],
    });
    const one = { id: posted, kind, of, units };
    living.documents.push(one);
    return one;
  };
  const one = await accepted(() => post(step.kind, step.kind === 'INVOICE' ? step.tens * 10 : step.tens));
  if (one === null || !step.isPaid || step.kind !== 'INVOICE') return;
  const payment = await accepted(() => post('CUSTOMER_PAYMENT', step.tens * 5));
  if (payment !== null)
    await settle(living, { source: payment, target: one, units: step.tens * 5, on: step.on });
}

/** Applies a credit memo or a payment to an invoice: all of it, or as much as is drawn. */
async function apply(living: Living, { pick, to, on, tens }: Of<'apply'>): Promise<void> {
  const source = among(
    living.documents.filter(({ kind }) => kind !== 'INVOICE'),
    pick,
  );
  const target = among(
    living.documents.filter(({ kind }) => kind === 'INVOICE'),
    to,
  );
  if (source === null || target === null) return;
  await settle(living, { source, target, units: tens % 3 === 0 ? tens : source.units, on });
}

async function settle(
  living: Living,
  { source, target, units, on }: { source: Document; target: Document; units: number; on: string },
): Promise<void> {
  const isAcross = source.of.currencyCode !== target.of.currencyCode;
  const settled = await accepted(() =>
    runForOutput(applyPayment, living.books.org.callAs('accountant'), {
      paymentId: source.id,
      applications: [
        {
          ...{ documentId: target.id, amount: amountOf(target.of, units) },
          ...(isAcross && { paymentAmount: amountOf(source.of, units) }),
        },
      ],
      appliedOn: on,
    }),
  );
  living.applications.push(...(settled?.applications ?? []).map(({ id }) => id));
}

/** Records a cost of a contract. */
async function spend(living: Living, { of, id, key }: Party, step: Of<'cost'>): Promise<void> {
  const kind = step.kind === 'fulfil' ? 'FULFIL' : 'OBTAIN';
  const one = await accepted(() =>
    runForOutput(createCost, living.books.org.callAs('revenue'), {
      ...{ contractId: id, kind, amount: amountOf(of, step.tens * 5), incurredOn: step.on },
      ...{ contractMonths: 12, direct: true, enhancesResources: true },
      ...(step.kind === 'renewals' && { expectedRenewalMonths: 12 }),
      ...(step.kind === 'follows' && { follows: key === null ? ['work', 'units'] : [key] }),
    }),
  );
  if (one !== null) living.costs.push({ id: one.cost.id, of });
}
