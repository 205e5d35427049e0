import { CHART_CODES } from '../ledger/default-chart';
import type { TransactionKind } from './kinds';

/** Account codes of the default chart that a kind posts to when a line names none. */
export type DefaultPostingRule = {
  readonly control: string | null;
  readonly tax: string | null;
  readonly discount: string | null;
  readonly bank: string | null;
  readonly line: string | null;
  readonly shipping: string | null;
};

const NOTHING: DefaultPostingRule = {
  control: null,
  tax: null,
  discount: null,
  bank: null,
  line: null,
  shipping: null,
};
const SALES: DefaultPostingRule = {
  ...NOTHING,
  control: CHART_CODES.receivable,
  tax: CHART_CODES.taxPayable,
  discount: CHART_CODES.salesDiscounts,
  line: CHART_CODES.servicesRevenue,
  shipping: CHART_CODES.shippingRevenue,
};
const PURCHASES: DefaultPostingRule = {
  ...NOTHING,
  control: CHART_CODES.payable,
  tax: CHART_CODES.taxReceivable,
  discount: CHART_CODES.purchaseDiscounts,
  line: CHART_CODES.miscellaneousExpense,
  shipping: CHART_CODES.freight,
};

/** The posting rule for each kind in a new organization, which may change every account in it. */
export const DEFAULT_POSTING_RULES: Readonly<Record<TransactionKind, DefaultPostingRule>> = {
  // A journal has both sides on its own lines.
  JOURNAL: NOTHING,
  INVOICE: SALES,
  CREDIT_MEMO: SALES,
  CUSTOMER_PAYMENT: {
    ...NOTHING,
    control: CHART_CODES.receivable,
    discount: CHART_CODES.salesDiscounts,
    bank: CHART_CODES.bank,
  },
  VENDOR_BILL: PURCHASES,
  VENDOR_CREDIT: PURCHASES,
  VENDOR_PAYMENT: {
    ...NOTHING,
    control: CHART_CODES.payable,
    discount: CHART_CODES.purchaseDiscounts,
    bank: CHART_CODES.bank,
  },
  EXPENSE_REPORT: {
    ...PURCHASES,
    control: CHART_CODES.employeePayable,
    line: CHART_CODES.travel,
  },
};
