import { ELIMINATIONS, type Elimination } from '../consolidation/eliminations';
import type { Side } from '../transactions/kinds';
import { type AccountType, normalSideOf } from './accounts';

/** The subledger a control account belongs to; such an account accepts postings only from that subledger. */
export const CONTROL_ROLES = [
  'RECEIVABLE',
  'PAYABLE',
  'EMPLOYEE_PAYABLE',
  'DEFERRED_REVENUE',
  'CONTRACT_ASSET',
  'REFUND_LIABILITY',
  'CONTRACT_COST',
  'ACCRUED_INTEREST',
  'UNEARNED_INTEREST',
  'ADVANCE_INTEREST',
] as const;
export type ControlFor = (typeof CONTROL_ROLES)[number];

/** An account in the chart a new organization starts with. */
export type ChartAccount = {
  readonly code: string;
  readonly name: string;
  readonly type: AccountType;
  readonly normalSide: Side;
  readonly parentCode: string | null;
  readonly isSummary: boolean;
  readonly controlFor: ControlFor | null;
  readonly elimination: Elimination | null;
};

/** Accounts that posting rules, revenue and reports of a new organization refer to, by code. */
export const CHART_CODES = {
  bank: '1110',
  receivable: '1210',
  taxReceivable: '1250',
  contractAsset: '1310',
  contractCosts: '1320',
  returnAsset: '1330',
  accruedInterest: '1340',
  payable: '2110',
  employeePayable: '2120',
  taxPayable: '2210',
  deferredRevenue: '2310',
  refundLiability: '2320',
  customerDeposits: '2330',
  supplierPayable: '2340',
  deferredNonCurrent: '2350',
  advanceInterest: '2370',
  unearnedInterest: '2380',
  financingLiability: '2440',
  retainedEarnings: '3300',
  translationAdjustment: '3500',
  subscriptionRevenue: '4100',
  licenceRevenue: '4200',
  servicesRevenue: '4300',
  supportRevenue: '4400',
  usageRevenue: '4500',
  productRevenue: '4600',
  shippingRevenue: '4650',
  projectRevenue: '4700',
  salesDiscounts: '4900',
  salesReturns: '4910',
  costOfGoodsSold: '5400',
  purchaseDiscounts: '5900',
  freight: '5800',
  commissions: '6130',
  contractCostAmortisation: '6140',
  contractCostImpairment: '6150',
  travel: '6210',
  miscellaneousExpense: '6900',
  interestIncome: '7100',
  realizedGain: '7200',
  unrealizedGain: '7210',
  interestExpense: '8100',
  realizedLoss: '8200',
  unrealizedLoss: '8210',
} as const;

type Flag = 'SUMMARY' | 'CONTRA' | Elimination | ControlFor;
type Entry = readonly [code: string, name: string, flag?: Flag];

/**
 * A section of a chart as it is written down: its type, its own code and name, then its accounts. A summary account is a line of
 * the statement: it totals the accounts that follow it, up to the next summary.
 */
export type ChartSection = readonly [AccountType, string, string, readonly Entry[]];

const SECTIONS: readonly ChartSection[] = [
  [
    'ASSET',
    '1000',
    'Assets',
    [
      ['1100', 'Cash and bank', 'SUMMARY'],
      ['1110', 'Operating bank account'],
      ['1120', 'Payroll bank account'],
      ['1130', 'Savings account'],
      ['1140', 'Petty cash'],
      ['1150', 'Undeposited funds'],
      ['1200', 'Receivables', 'SUMMARY'],
      ['1210', 'Accounts receivable', 'RECEIVABLE'],
      ['1220', 'Allowance for doubtful accounts', 'CONTRA'],
      ['1230', 'Employee advances'],
      ['1240', 'Other receivables'],
      ['1250', 'Input tax receivable'],
      ['1300', 'Contract assets and costs', 'SUMMARY'],
      ['1310', 'Contract assets', 'CONTRACT_ASSET'],
      ['1320', 'Costs to obtain contracts', 'CONTRACT_COST'],
      ['1330', 'Return assets'],
      ['1340', 'Accrued interest on contracts', 'ACCRUED_INTEREST'],
      ['1400', 'Inventory and prepayments', 'SUMMARY'],
      ['1410', 'Inventory'],
      ['1420', 'Prepaid expenses'],
      ['1430', 'Deposits paid'],
      ['1500', 'Fixed assets', 'SUMMARY'],
      ['1510', 'Office equipment'],
      ['1520', 'Computer equipment'],
      ['1530', 'Leasehold improvements'],
      ['1540', 'Capitalized software'],
      ['1590', 'Accumulated depreciation', 'CONTRA'],
      ['1600', 'Other assets', 'SUMMARY'],
      ['1610', 'Intercompany receivables', 'INTERCOMPANY'],
      ['1620', 'Deferred tax assets'],
    ],
  ],
  [
    'LIABILITY',
    '2000',
    'Liabilities',
    [
      ['2100', 'Payables and accruals', 'SUMMARY'],
      ['2110', 'Accounts payable', 'PAYABLE'],
      ['2120', 'Employee payables', 'EMPLOYEE_PAYABLE'],
      ['2130', 'Accrued expenses'],
      ['2140', 'Accrued payroll'],
      ['2150', 'Credit cards'],
      ['2200', 'Taxes', 'SUMMARY'],
      ['2210', 'Sales tax payable'],
      ['2220', 'Payroll taxes payable'],
      ['2230', 'Income tax payable'],
      ['2300', 'Contract liabilities', 'SUMMARY'],
      ['2310', 'Deferred revenue', 'DEFERRED_REVENUE'],
      ['2320', 'Refund liabilities', 'REFUND_LIABILITY'],
      ['2330', 'Customer deposits'],
      ['2340', 'Collected for suppliers'],
      ['2350', 'Deferred revenue, due after one year', 'DEFERRED_REVENUE'],
      ['2370', 'Interest accrued on customer advances', 'ADVANCE_INTEREST'],
      ['2380', 'Unearned interest on contracts', 'UNEARNED_INTEREST'],
      ['2400', 'Borrowings', 'SUMMARY'],
      ['2410', 'Short-term loans'],
      ['2420', 'Long-term loans'],
      ['2430', 'Lease liabilities'],
      ['2440', 'Contract financing liabilities'],
      ['2500', 'Other liabilities', 'SUMMARY'],
      ['2510', 'Intercompany payables', 'INTERCOMPANY'],
      ['2520', 'Deferred tax liabilities'],
    ],
  ],
  [
    'EQUITY',
    '3000',
    'Equity',
    [
      ['3100', 'Share capital', 'INVESTMENT'],
      ['3200', 'Additional paid-in capital', 'INVESTMENT'],
      ['3300', 'Retained earnings'],
      ['3400', 'Dividends', 'CONTRA'],
      ['3500', 'Currency translation adjustment'],
      ['3900', 'Opening balances'],
    ],
  ],
  [
    'REVENUE',
    '4000',
    'Revenue',
    [
      ['4100', 'Subscription revenue'],
      ['4200', 'License revenue'],
      ['4300', 'Professional services revenue'],
      ['4400', 'Support and maintenance revenue'],
      ['4500', 'Usage revenue'],
      ['4600', 'Product revenue'],
      ['4650', 'Shipping revenue'],
      ['4700', 'Project revenue'],
      ['4900', 'Sales discounts', 'CONTRA'],
      ['4910', 'Sales returns and allowances', 'CONTRA'],
    ],
  ],
  [
    'COST_OF_SALES',
    '5000',
    'Cost of sales',
    [
      ['5100', 'Hosting and infrastructure'],
      ['5200', 'Customer support staff'],
      ['5300', 'Services delivery staff'],
      ['5400', 'Cost of goods sold'],
      ['5500', 'Third-party licenses'],
      ['5600', 'Subcontractors'],
      ['5700', 'Payment processing fees'],
      ['5800', 'Freight and shipping'],
      ['5900', 'Purchase discounts', 'CONTRA'],
    ],
  ],
  [
    'EXPENSE',
    '6000',
    'Operating expenses',
    [
      ['6100', 'Salaries and wages'],
      ['6110', 'Payroll taxes'],
      ['6120', 'Employee benefits'],
      ['6130', 'Sales commissions'],
      ['6140', 'Amortization of contract costs'],
      ['6150', 'Impairment of contract costs'],
      ['6200', 'Marketing and advertising'],
      ['6210', 'Travel'],
      ['6220', 'Meals and entertainment'],
      ['6230', 'Training'],
      ['6300', 'Rent'],
      ['6310', 'Utilities'],
      ['6320', 'Insurance'],
      ['6330', 'Office supplies'],
      ['6340', 'Software and tools'],
      ['6350', 'Telephone and internet'],
      ['6400', 'Legal fees'],
      ['6410', 'Accounting and audit fees'],
      ['6420', 'Consulting fees'],
      ['6500', 'Depreciation'],
      ['6510', 'Amortization of intangibles'],
      ['6600', 'Bad debt expense'],
      ['6610', 'Bank charges'],
      ['6620', 'Taxes and licenses'],
      ['6900', 'Miscellaneous expense'],
    ],
  ],
  [
    'OTHER_INCOME',
    '7000',
    'Other income',
    [
      ['7100', 'Interest income'],
      ['7200', 'Realized exchange gains'],
      ['7210', 'Unrealized exchange gains'],
      ['7900', 'Other income'],
    ],
  ],
  [
    'OTHER_EXPENSE',
    '8000',
    'Other expenses',
    [
      ['8100', 'Interest expense'],
      ['8200', 'Realized exchange losses'],
      ['8210', 'Unrealized exchange losses'],
      ['8300', 'Income tax expense'],
      ['8400', 'Loss on disposal of assets'],
      ['8900', 'Rounding differences'],
    ],
  ],
];

/** The accounts of a chart's sections, parents before children, each on its normal side unless it is a contra account. */
export function chartOf(sections: readonly ChartSection[]): ChartAccount[] {
  return sections.flatMap(accountsOf);
}

function accountsOf([type, code, name, entries]: ChartSection): ChartAccount[] {
  const normalSide = normalSideOf(type);
  const section: ChartAccount = {
    code,
    name,
    type,
    normalSide,
    parentCode: null,
    isSummary: true,
    controlFor: null,
    elimination: null,
  };
  let group = code;
  const accounts = entries.map(([childCode, childName, flag]): ChartAccount => {
    const isSummary = flag === 'SUMMARY';
    const parentCode = isSummary ? code : group;
    if (isSummary) group = childCode;
    return {
      code: childCode,
      name: childName,
      type,
      normalSide: flag === 'CONTRA' ? (normalSide === 'DEBIT' ? 'CREDIT' : 'DEBIT') : normalSide,
      parentCode,
      isSummary,
      controlFor: CONTROL_ROLES.find((role) => role === flag) ?? null,
      elimination: ELIMINATIONS.find((one) => one === flag) ?? null,
    };
  });
  return [section, ...accounts];
}

/**
 * The chart of accounts every new organization starts with: a tree of eight sections, parents before children. Control
 * accounts belong to the subledgers (receivables, payables, deferred revenue …); a contra account has the side opposite
 * to its type's normal side. Balances between companies of a group, and capital paid into them, are marked for
 * consolidation.
 */
export const DEFAULT_CHART: readonly ChartAccount[] = chartOf(SECTIONS);
