import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec } from '@/core/money/decimal';
import { Tally } from './tally';

/** A customer with its posted revenue, as it was added up. */
export type CustomerSum = {
  /** Null: contracts without a customer. */
  customerId: string | null;
  name: string | null;
  number: string | null;
  total: DecimalString;
};

/** A part of it in a column. */
export type CustomerPart = { customerId: string | null; column: string; amount: DecimalString };

export type CustomerRevenueRow = CustomerSum & { amounts: DecimalString[] };

/** Revenue of customers in columns: a row for each, in the order given. Parts of customers that have no row are not looked at. */
export function revenueByCustomer(input: {
  currencyCode: string;
  columns: readonly string[];
  customers: readonly CustomerSum[];
  parts: readonly CustomerPart[];
}): CustomerRevenueRow[] {
  const { currencyCode, columns, customers, parts } = input;
  const cells = new Tally();
  for (const { customerId, column, amount } of parts) cells.add(`${customerId}\u0000${column}`, amount);
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  return customers.map((customer) => ({
    ...customer,
    amounts: columns.map((column) => text(cells.get(`${customer.customerId}\u0000${column}`))),
    total: text(dec(customer.total)),
  }));
}

/** The sums of columns, and of all of them. */
export function columnSums(
  currencyCode: string,
  columns: readonly string[],
  parts: readonly { readonly column: string; readonly amount: DecimalString }[],
): { totals: DecimalString[]; total: DecimalString } {
  const sums = new Tally();
  for (const { column, amount } of parts) sums.add(column, amount);
  return {
    totals: columns.map((column) => toAmountString(sums.get(column), currencyCode)),
    total: toAmountString(sums.total(), currencyCode),
  };
}

/** A customer's name; contracts without a customer, and one the reader may not see, in words. */
export const customerWords = ({ customerId, name }: Pick<CustomerSum, 'customerId' | 'name'>): string =>
  name ?? (customerId === null ? 'No customer' : 'Customer of another subsidiary');
