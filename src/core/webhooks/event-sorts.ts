/** An event that webhooks deliver, with what its `data` holds. */
export interface EventSort {
  readonly type: string;
  readonly words: string;
  readonly sample: Readonly<Record<string, unknown>>;
}

/** Events of one noun; all of them at once are `pattern`. */
export interface EventGroup {
  readonly pattern: string;
  readonly words: string;
  /** Those with a separate body; every other event of the noun contains the ID of its record. */
  readonly sorts: readonly EventSort[];
}

const ID = '0198f3a2-5b1c-7d3e-9a40-6c2f8e1b7d55';
const OTHER = '0198f3a2-6c80-7f11-8b02-1d4e5a9c3f66';

const BATCH = { batchId: ID, ledgerId: OTHER, batchNumber: 7, entries: 120, lines: 34 };

const sort = (
  type: string,
  words: string,
  sample: Readonly<Record<string, unknown>> = { id: ID },
): EventSort => ({
  type,
  words,
  sample,
});
const ofDocument = (verb: string, words: string, more: Readonly<Record<string, unknown>> = {}) =>
  sort(`gl.transaction.${verb}`, words, { transactionId: ID, ...more });
/** Records that are created, changed and removed. */
const records = (noun: string, words: string, one: string, more: readonly EventSort[] = []): EventGroup => ({
  pattern: `${noun}.*`,
  words,
  sorts: [
    sort(`${noun}.create`, `${one} was created`),
    sort(`${noun}.update`, `${one} was changed`),
    sort(`${noun}.remove`, `${one} was removed`),
    ...more,
  ],
});
const others = (noun: string, words: string): EventGroup => ({ pattern: `${noun}.*`, words, sorts: [] });

/**
 * The events of the books, as a webhook endpoint chooses them. A change that names no event of its own raises one that is called like
 * its verb and holds the record's id (usecases/kit/run); `e2e/isolation/event-types.test.ts` compares this list with the verbs.
 */
export const EVENT_GROUPS: readonly EventGroup[] = [
  {
    pattern: 'gl.transaction.*',
    words: 'Documents and journals',
    sorts: [
      ofDocument('created', 'A document was created', {
        transactionNumber: 'INV-2026-000123',
        kind: 'INVOICE',
        status: 'DRAFT',
      }),
      ofDocument('updated', 'A draft was changed'),
      ofDocument('submitted', 'A document is waiting for approval'),
      ofDocument('approved', 'A document was approved'),
      ofDocument('rejected', 'A document was sent back'),
      ofDocument('posted', 'A document was posted to the ledger', {
        glTransactionId: OTHER,
        entryNumber: 'GL-2026-000456',
        postingDate: '2026-03-31',
      }),
      ofDocument('reversed', 'A document was reversed', { reversalTransactionId: OTHER }),
      ofDocument('cancelled', 'A document was canceled'),
      ofDocument('deleted', 'A draft was deleted'),
      ofDocument('paid', 'A document is paid in full'),
      ofDocument('unpaid', 'A document is open again'),
      ofDocument('mirrored', 'A document between subsidiaries has its mirror', { mirrorId: OTHER }),
      ofDocument('rateConfirmed', 'An exchange rate was confirmed', { rate: '1.0850000000' }),
    ],
  },
  {
    pattern: 'gl.payment.*',
    words: 'Settlement of documents',
    sorts: [
      sort('gl.payment.applied', 'A payment or credit was applied', {
        applicationId: ID,
        paymentId: OTHER,
        documentId: ID,
        amount: '100.00',
      }),
      sort('gl.payment.unapplied', 'A payment was unapplied', { applicationId: ID, documentId: OTHER }),
    ],
  },
  records('periods', 'Fiscal periods', 'A period'),
  others('calendars', 'Fiscal calendars'),
  others('intercompany', 'Intercompany accounts, parties, pairs and mirrors'),
  {
    pattern: 'ledgerBatches.*',
    words: 'Batches for another ledger',
    sorts: [
      sort('ledgerBatches.sealed', 'A batch was sealed', {
        ...BATCH,
        contentHash: 'e3b0c44298fc1c149afbf4c8996fb924…',
      }),
      sort('ledgerBatches.sent', 'A batch was marked as sent', BATCH),
      sort('ledgerBatches.undone', 'A batch was undone', BATCH),
      sort('ledgerBatches.readBack', 'The other ledger’s trial balance was read back', {
        ledgerId: ID,
        readBackId: OTHER,
        asOf: '2026-03-31',
        equal: 41,
        differing: 0,
      }),
    ],
  },
  others('order-sources', 'Sources of orders and bills'),
  others('orderSources', 'Orders and bills of other systems'),
  others('other-ledgers', 'Other ledgers'),
  others('otherLedgers', 'Codes of other ledgers'),
  {
    pattern: 'revenue.*',
    words: 'Revenue',
    sorts: [
      sort('revenue.contracts.create', 'A revenue contract was created'),
      sort('revenue.contracts.activate', 'A revenue contract was activated'),
      sort('revenue.contracts.terminate', 'A revenue contract was terminated'),
      sort('revenue.event.recorded', 'An event of a contract was recorded', {
        contractId: ID,
        eventId: OTHER,
        kind: 'DELIVERY',
      }),
      sort('revenue.contract.replanned', 'The revenue plan of a contract was recalculated', {
        contractId: ID,
      }),
      sort('revenue.cost.replanned', 'The amortization plan of a contract cost was recalculated', {
        costId: ID,
      }),
      sort(
        'revenue.approval.requested',
        'A change of a contract or a reclassification is waiting for a second person',
        {
          approvalId: ID,
          contractId: OTHER,
          subsidiaryId: ID,
          verb: 'revenue.contracts.terminate',
        },
      ),
      sort('revenue.approval.approved', 'Someone else approved the change, and it was carried out', {
        approvalId: ID,
        contractId: OTHER,
        subsidiaryId: ID,
        verb: 'revenue.contracts.terminate',
      }),
      sort('revenue.approval.sentBack', 'The change was sent back or withdrawn', {
        approvalId: ID,
        contractId: OTHER,
        subsidiaryId: ID,
        verb: 'revenue.contracts.terminate',
      }),
      sort('revenue.run.posted', 'A recognition run was posted', { runId: ID, period: '2026-03' }),
      sort('revenue.run.discarded', 'A proposed recognition run was discarded', {
        runId: ID,
        period: '2026-03',
      }),
      sort('revenue.run.reversing', 'A recognition run is being reversed', { runId: ID, reversalId: OTHER }),
      sort('revenue.run.reversed', 'A recognition run was reversed', {
        runId: ID,
        reversalId: OTHER,
        period: '2026-03',
      }),
    ],
  },
  {
    pattern: 'fx.*',
    words: 'Exchange rates',
    sorts: [
      sort('fx.revalued', 'Foreign currency balances were revalued'),
      sort('fx.ratesCorrected', 'Exchange rates were corrected'),
    ],
  },
  records('customers', 'Customers', 'A customer'),
  records('vendors', 'Vendors', 'A vendor'),
  records('employees', 'Employees', 'An employee'),
  records('prospects', 'Prospects', 'A prospect', [
    sort('prospects.convertToLead', 'A prospect became a lead'),
    sort('prospects.convertToCustomer', 'A prospect became a customer'),
  ]),
  records('leads', 'Leads', 'A lead'),
  records('subscriptions', 'Subscriptions', 'A subscription', [
    sort('subscriptions.bill', 'A subscription was billed'),
    sort('subscriptions.move', 'A subscription changed its state'),
  ]),
  records('activities', 'Activities of prospects and leads', 'An activity'),
  others('subscription-items', 'Items of subscriptions'),
  records('items', 'Items', 'An item'),
  records('price-lists', 'Price lists', 'A price list'),
  records('prices', 'Prices', 'A price'),
  records('units-of-measure', 'Units of measure', 'A unit of measure'),
  records('accounts', 'Accounts', 'An account'),
  records('subsidiaries', 'Subsidiaries', 'A subsidiary'),
  records('departments', 'Departments', 'A department'),
  records('classes', 'Classes', 'A class'),
  records('locations', 'Locations', 'A location'),
  records('warehouses', 'Warehouses', 'A warehouse'),
  others('setup', 'Tax codes, transaction types, posting rules and currencies'),
  others('imports', 'Imports'),
  {
    pattern: 'import.*',
    words: 'Checks and runs of imports',
    sorts: [
      sort('import.checked', 'Every row of an import was checked', {
        id: ID,
        counts: { total: 120, pending: 0, ready: 118, failed: 2, imported: 0, left: 0, waiting: 0 },
      }),
      sort('import.finished', 'An import processed all its rows', {
        id: ID,
        counts: { total: 120, pending: 0, ready: 0, failed: 2, imported: 118, left: 0, waiting: 0 },
      }),
    ],
  },
  others('cutOver', 'The cut-over from an earlier system'),
  others('jobs', 'Background jobs'),
  others('projects', 'Projects'),
  others('budgets', 'Budgets'),
  others('budgetViews', 'Budget views'),
  others('budgetSnapshots', 'Budget snapshots'),
  others('commitments', 'Commitments'),
  others('changeOrders', 'Change orders'),
  others('primeContracts', 'Prime contracts'),
  others('purchaseOrders', 'Purchase orders'),
  others('companies', 'Companies'),
  others('organizations', 'The organization'),
  others('members', 'Members'),
  others('founding', 'The founding of the books'),
  others('providers', 'OpenID providers'),
  others('provisioning', 'People and groups of the directory, and its tokens'),
  others('roles', 'Roles'),
  others('apiKeys', 'API keys'),
  others('apiClients', 'API clients'),
  others('webhooks', 'Webhook endpoints'),
  others('mail', 'Mail'),
  others('savedViews', 'Saved views'),
];

/** Whether an endpoint that chose `pattern` receives an event: all of a noun, or the one of that name. */
export function isChosenBy(pattern: string, type: string): boolean {
  return pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}

/** A delivery's body, as an endpoint receives it. */
export function sampleBody({ type, sample }: EventSort): string {
  return JSON.stringify({ type, timestamp: '2026-03-31T09:30:00.000Z', data: sample }, null, 2);
}
