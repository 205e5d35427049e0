import { systemPrincipal } from '@/auth/principal';
import { refreshLedgerStatistics } from '@/usecases/upkeep/refresh-statistics';
import type { PlannedDocument } from '../story/documents';
import { costOfGateways, plannedJournals, plannedTaxReturns } from '../story/journals';
import { openingBills, openingInvoices, openingJournals } from '../story/opening';
import { plannedPayroll } from '../story/payroll';
import {
  plannedBills,
  plannedDisbursements,
  plannedExpenseReports,
  plannedVendorCredits,
} from '../story/purchases';
import type { PlannedCustomer } from '../story/sales/customers';
import { misbilled, plannedCredits, plannedReceipts } from '../story/sales/receipts';
import { plannedInvoices } from '../story/sales/sales';
import type { PlannedSubscription } from '../story/sales/subscriptions';
import { createDocuments, postDocuments } from './documents';
import { buildReversals, type PlannedReversal } from './reversals';
import { settle } from './settlements';
import type { Stage } from './stage';

/** Number of postings before the planner's statistics for the ledger's tables are refreshed. */
const BEFORE_STATISTICS = 400;

/** The number of documents of each kind in the books. */
export interface Volume {
  readonly invoices: number;
  readonly payments: number;
  readonly bills: number;
  readonly documents: number;
  /** The story's keys of an unpaid invoice and of a payment. */
  readonly openInvoice: string;
  readonly payment: string;
}

/**
 * Two years of books: opening balances, sales, purchases, payments and journals, each posted on its own day; payments and
 * credits applied; accruals and mistakes reversed.
 */
export async function buildBooks(
  stage: Stage,
  customers: readonly PlannedCustomer[],
  subscriptions: readonly PlannedSubscription[],
  projectBills: readonly PlannedDocument[],
): Promise<Volume> {
  const { timeline } = stage;
  const openInvoices = openingInvoices(customers, timeline);
  const openBills = openingBills(timeline);
  const invoices = [...openInvoices, ...plannedInvoices(customers, subscriptions, timeline)];
  const mistakes = misbilled(invoices);
  const owed = invoices.filter((one) => !mistakes.includes(one));
  const credits = plannedCredits(owed, timeline);
  const bills = byDate([...openBills, ...plannedBills(timeline), ...projectBills]);
  const vendorCredits = plannedVendorCredits(bills, timeline);
  const expenses = plannedExpenseReports(timeline);
  const accrued = plannedJournals(timeline);
  const journals = byDate([
    ...openingJournals([...openInvoices, ...openBills], timeline),
    ...plannedPayroll(timeline),
    ...accrued,
    ...costOfGateways(owed, timeline),
  ]);

  const principal = systemPrincipal(stage.organizationId);
  const write = (documents: readonly PlannedDocument[]) =>
    createDocuments(stage, documents, 'controller', 'APPROVED');
  const few = (
    await Promise.all([write(byDate(credits)), write(bills), write(vendorCredits), write(expenses)])
  ).flat();
  await refreshLedgerStatistics(principal);
  const first = [...few, ...(await Promise.all([write(invoices), write(journals)])).flat()];

  // Payments and tax returns follow from the totals of the documents.
  const totals = new Map(first.map(({ key, total }) => [key, total]));
  const taxes = new Map(first.map(({ key, tax }) => [key, tax]));
  const receipts = plannedReceipts(owed, totals, timeline);
  const disbursements = plannedDisbursements([...bills, ...expenses], totals, timeline);
  const second = (
    await Promise.all([
      write(byDate(receipts.documents)),
      write(byDate(disbursements.documents)),
      write(plannedTaxReturns([...owed, ...credits, ...bills, ...vendorCredits], taxes, timeline)),
    ])
  ).flat();

  const made = byDate([...first, ...second]);
  await refreshLedgerStatistics(principal);
  await postDocuments(stage, made.slice(0, BEFORE_STATISTICS), 'controller');
  await refreshLedgerStatistics(principal);
  await postDocuments(stage, made.slice(BEFORE_STATISTICS), 'controller');
  await settle(stage, [...receipts.settlements, ...disbursements.settlements], 'accountant');
  const settled = new Set(
    receipts.settlements.flatMap(({ amounts }) => amounts.map(({ document }) => document)),
  );
  const reversals: PlannedReversal[] = [
    ...accrued.flatMap(({ key, reverseOn }) =>
      reverseOn === undefined
        ? []
        : [{ document: key, on: reverseOn, reason: 'Accrual reversed, the bill has come' }],
    ),
    ...mistakes.map(({ key, date }) => ({ document: key, on: date, reason: 'Billed to the wrong customer' })),
  ];
  await buildReversals(stage, reversals);
  return {
    invoices: invoices.length,
    payments: receipts.documents.length,
    bills: bills.length,
    documents: made.length,
    openInvoice: owed.findLast(({ key }) => !settled.has(key))?.key ?? '',
    payment: receipts.documents[0]?.key ?? '',
  };
}

function byDate<Document extends { readonly date: string }>(documents: readonly Document[]): Document[] {
  return [...documents].sort((one, other) => (one.date === other.date ? 0 : one.date < other.date ? -1 : 1));
}
