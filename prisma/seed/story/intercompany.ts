/** The two companies that keep documents with each other: the holding recharges what it buys for the operating company. */
export const SISTERS = ['HOLD', 'US'] as const;
export type Sister = (typeof SISTERS)[number];

/** Accounts of documents between companies, all of them eliminated on consolidation. */
export const SISTER_ACCOUNTS = [
  {
    code: '1215',
    name: 'Receivables from affiliates',
    accountType: 'ASSET',
    parent: '1200',
    controlFor: 'RECEIVABLE',
  },
  { code: '1640', name: 'Due from affiliates', accountType: 'ASSET', parent: '1600' },
  {
    code: '2115',
    name: 'Payables to affiliates',
    accountType: 'LIABILITY',
    parent: '2100',
    controlFor: 'PAYABLE',
  },
  { code: '2540', name: 'Due to affiliates', accountType: 'LIABILITY', parent: '2500' },
] as const;

/** What the holding invoices this month: one the operating company agrees to, and one it records with a different amount. */
export const RECHARGES = {
  agreed: { memo: 'Insurance of the group, recharged', amount: '4800.00' },
  disputed: { memo: 'Recruiting, recharged', amount: '1500.00', booked: '1250.00' },
} as const;
