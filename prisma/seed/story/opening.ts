import { addDays } from '@/core/periods/calendar';
import { negative, total, whole } from './amounts';
import { BASE_CURRENCY, entry, type PlannedDocument, type SubsidiaryKey } from './documents';
import { chanceOf } from './random';
import type { PlannedCustomer } from './sales/customers';
import type { PlannedInvoice } from './sales/sales';
import type { Timeline } from './timeline';
import { VENDORS } from './vendors';

/** Balances brought forward from the previous system on the first day, in whole units; debits above zero. */
const BALANCES: Readonly<
  Partial<Record<SubsidiaryKey, readonly (readonly [account: string, units: number])[]>>
> = {
  HOLD: [
    ['1110', 2_250_000],
    ['1130', 1_200_000],
    ['1630', 6_640_000],
    ['2420', -2_000_000],
    ['3100', -50_000],
    ['3200', -12_900_000],
  ],
  US: [
    ['1110', 2_640_000],
    ['1410', 61_500],
    ['1430', 115_500],
    ['1520', 742_000],
    ['1530', 310_000],
    ['1590', -388_000],
    ['2130', -77_500],
    ['3100', -1_000],
    ['3200', -4_400_000],
  ],
  DE: [
    ['1112', 615_000],
    ['1430', 33_600],
    ['1520', 148_000],
    ['1590', -61_000],
    ['2130', -21_900],
    ['3100', -25_000],
    ['3200', -1_300_000],
  ],
  JP: [
    ['1113', 88_000_000],
    ['1430', 6_900_000],
    ['1520', 21_400_000],
    ['1590', -8_300_000],
    ['2130', -2_600_000],
    ['3100', -10_000_000],
    ['3200', -140_000_000],
  ],
};

/**
 * The first day: each company's balances against "Opening balances", then what customers and vendors owed, document by
 * document against the same account, so that only the retained earnings brought forward remain in it.
 */
export function openingJournals(
  openItems: readonly PlannedDocument[],
  timeline: Timeline,
): PlannedDocument[] {
  return (Object.keys(BALANCES) as SubsidiaryKey[]).map((subsidiary) => {
    const currency = BASE_CURRENCY[subsidiary];
    const balances = (BALANCES[subsidiary] ?? []).map(([account, units]) =>
      entry(account, whole(units, currency), 'Balance brought forward'),
    );
    const carried = openItems
      .filter((one) => one.subsidiary === subsidiary)
      .flatMap((one) =>
        one.lines.map(({ unitPrice }) => (one.kind === 'INVOICE' ? unitPrice : negative(unitPrice))),
      );
    const net = total([...balances.map(({ unitPrice }) => unitPrice), ...carried], currency);
    return {
      key: `JE:opening:${subsidiary}`,
      kind: 'JOURNAL',
      subsidiary,
      date: timeline.start,
      currency,
      memo: 'Opening balances from the former system',
      lines: [
        ...balances,
        ...(carried.length === 0
          ? []
          : [entry('3900', total(carried, currency), 'Open items, booked one by one')]),
        // The remainder is what the company earned or lost before.
        entry('3300', negative(net), 'Retained earnings brought forward'),
      ],
    };
  });
}

/** Invoices that were open when the books began, one per early customer, due around the start. */
export function openingInvoices(customers: readonly PlannedCustomer[], timeline: Timeline): PlannedInvoice[] {
  return customers
    .filter((one, index) => index % 4 === 1 && one.currency === BASE_CURRENCY[one.subsidiary])
    .map((customer) => {
      const chance = chanceOf(`opening:${customer.name}`);
      const units = chance.between(9, 64) * (customer.currency === 'JPY' ? 100_000 : 750);
      return {
        key: `INV:opening:${customer.name}`,
        kind: 'INVOICE',
        subsidiary: customer.subsidiary,
        entity: { type: 'CUSTOMER', key: customer.key },
        date: timeline.start,
        dueDate: addDays(timeline.start, chance.between(3, 28)),
        currency: customer.currency,
        memo: 'Open invoice from the former system',
        lines: [
          {
            type: 'SERVICE',
            description: `Invoice ${chance.between(48_100, 48_990)} of the former system`,
            quantity: '1',
            unitPrice: whole(units, customer.currency),
            account: '3900',
          },
        ],
        customer,
        gateways: 0,
      };
    });
}

/** Bills that were open when the books began. */
export function openingBills(timeline: Timeline): PlannedDocument[] {
  return VENDORS.filter(({ rhythm }, index) => rhythm === 'MONTHLY' && index % 2 === 0).map((vendor) => ({
    key: `BILL:opening:${vendor.key}`,
    kind: 'VENDOR_BILL',
    subsidiary: vendor.subsidiary,
    entity: { type: 'VENDOR', key: vendor.key },
    date: timeline.start,
    dueDate: addDays(timeline.start, 18),
    currency: vendor.currency,
    memo: 'Open bill from the former system',
    reference: `${vendor.key.slice(0, 3).toUpperCase()}-OPEN`,
    lines: [
      {
        type: 'SERVICE',
        description: 'Bill of the former system',
        quantity: '1',
        unitPrice: whole(vendor.amount, vendor.currency),
        account: '3900',
      },
    ],
  }));
}
