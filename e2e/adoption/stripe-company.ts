import { IS_LONG } from '../../src/testing/long-run';
import { money } from './company';

/** The Stripe exports of a made-up company for January 2025, and what they come to; the same whenever they are made. */
export interface StripeCompany {
  readonly invoices: readonly (readonly string[])[];
  readonly movements: readonly (readonly string[])[];
  /** Invoices with a payment. */
  readonly paidInvoices: number;
  /** In cents, net of tax: billed, paid, and earned by the end of January by days. */
  readonly totals: { readonly billed: bigint; readonly paid: bigint; readonly earned: bigint };
}

const DAY = 86_400_000;
const JANUARY = Date.UTC(2025, 0, 1);
const moment = (day: number) => `${new Date(JANUARY + day * DAY).toISOString().slice(0, 10)} 09:00`;

const INVOICE_COLUMNS = [
  ...[
    'id',
    'Amount Due',
    'Billing',
    'Currency',
    'Customer',
    'Customer Name',
    'Customer Email',
    'Date (UTC)',
    'Description',
  ],
  ...[
    'Finalized At (UTC)',
    'Maximum Line Item Period End (UTC)',
    'Minimum Line Item Period Start (UTC)',
    'Number',
    'Paid',
  ],
  ...['Status', 'Subscription', 'Subtotal', 'Tax', 'Total', 'Amount Paid'],
];
const MOVEMENT_COLUMNS = [
  ...[
    'balance_transaction_id',
    'created',
    'currency',
    'gross',
    'fee',
    'net',
    'reporting_category',
    'source_id',
  ],
  ...['description', 'customer_id', 'charge_id', 'invoice_id', 'subscription_id'],
];

/**
 * Invoices of yearly and monthly plans. Prices are whole cents a day, so that revenue earned by any day is a whole number of cents and
 * needs no rounding. Every seventh invoice carries tax of a fifth of the price; two of three are paid, and one in ten of those in two
 * halves.
 */
function stripeCompany(count: number): StripeCompany {
  const invoices: string[][] = [INVOICE_COLUMNS];
  const movements: string[][] = [MOVEMENT_COLUMNS];
  let [billed, paid, earned] = [0n, 0n, 0n];
  let paidInvoices = 0;
  const charge = (at: number, part: number, gross: bigint, on: number) => {
    movements.push([
      ...[
        `txn_${at}_${part}`,
        `${moment(on)}:00`,
        'usd',
        money(gross),
        '1.00',
        money(gross - 100n),
        'charge',
        `ch_${at}`,
      ],
      ...['Subscription update', `cus_${at % 97}`, `ch_${at}`, `in_${at}`, `sub_${at}`],
    ]);
  };
  for (let at = 1; at <= count; at += 1) {
    const start = at % 31;
    const days = at % 3 === 0 ? 365 : 30;
    // A multiple of ten cents a day, so that a fifth of it and its half are whole cents too.
    const perDay = BigInt(10 * (1 + (at % 13)));
    const net = perDay * BigInt(days);
    const tax = at % 7 === 0 ? net / 5n : 0n;
    const total = net + tax;
    const isPaid = at % 3 !== 1;
    invoices.push([
      ...[`in_${at}`, money(total), 'charge_automatically', 'usd', `cus_${at % 97}`, `Customer ${at % 97}`],
      ...[
        `pay${at % 97}@example.com`,
        moment(start),
        days === 365 ? 'Team plan (yearly)' : 'Starter plan (monthly)',
      ],
      ...[moment(start), moment(start + days), moment(start), `INV-${at}`, isPaid ? 'TRUE' : 'FALSE'],
      ...[
        isPaid ? 'paid' : 'open',
        `sub_${at}`,
        money(net),
        money(tax),
        money(total),
        isPaid ? money(total) : '0.00',
      ],
    ]);
    billed += net;
    const daysEarned = BigInt(Math.min(days, 31 - start));
    earned += perDay * daysEarned;
    if (!isPaid) continue;
    paid += net;
    paidInvoices += 1;
    if (at % 10 === 5) {
      charge(at, 1, total / 2n, start);
      charge(at, 2, total - total / 2n, Math.min(30, start + 1));
    } else charge(at, 1, total, start);
  }
  movements.push([
    ...[
      'txn_payout',
      `${moment(30)}:00`,
      'usd',
      '-100.00',
      '0.00',
      '-100.00',
      'payout',
      'po_1',
      'STRIPE PAYOUT',
      '',
      '',
      '',
      '',
    ],
  ]);
  return { invoices, movements, paidInvoices, totals: { billed, paid, earned } };
}

/** The company of the test: in an ordinary run with more invoices than two pages show, and with every sort of them. */
export const STRIPE_COMPANY = stripeCompany(IS_LONG ? 300 : 120);
