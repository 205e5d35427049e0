import { addDays } from '@/core/periods/calendar';
import { percentOf, whole } from '../amounts';
import { HOME_LOCATION } from '../company';
import type { PlannedDocument, PlannedLine } from '../documents';
import { chanceOf } from '../random';
import type { StoryMonth, Timeline } from '../timeline';
import type { PlannedCustomer } from './customers';
import { type ItemCode, productOf } from './products';
import { gigabytesIn, type PlannedSubscription, priceIn, SALES_OF, seatsIn } from './subscriptions';

/** An invoice of the story, with what later documents need to know about it. */
export interface PlannedInvoice extends PlannedDocument {
  readonly customer: PlannedCustomer;
  /** The number of edge gateways on it. */
  readonly gateways: number;
}

/** Every invoice up to today: subscriptions, usage, services, hardware. In date order. */
export function plannedInvoices(
  customers: readonly PlannedCustomer[],
  subscriptions: readonly PlannedSubscription[],
  timeline: Timeline,
): PlannedInvoice[] {
  const invoices = timeline.months.flatMap((month) => [
    ...subscriptions.flatMap((subscription) => subscriptionInvoice(subscription, month, timeline)),
    ...extraInvoices(customers, month, timeline),
  ]);
  return invoices
    .filter(({ date }) => date <= timeline.today)
    .sort((one, other) => (one.date === other.date ? 0 : one.date < other.date ? -1 : 1));
}

/**
 * Monthly customers are billed on the first for the month that begins; quarterly ones at the end of their quarter for the
 * past three months, so that no bill reaches into a future month.
 */
function subscriptionInvoice(
  subscription: PlannedSubscription,
  month: StoryMonth,
  timeline: Timeline,
): PlannedInvoice[] {
  const { customer, billing, startMonth } = subscription;
  const isQuarterEnd = (month.index - startMonth + customer.code.charCodeAt(5)) % 3 === 2;
  if (billing === 'QUARTERLY' && !isQuarterEnd) return [];
  const covered =
    billing === 'MONTHLY'
      ? [month]
      : timeline.months.slice(Math.max(startMonth, month.index - 2), month.index + 1);
  const seatMonths = covered.reduce((sum, one) => sum + seatsIn(subscription, one), 0);
  if (seatMonths === 0) return [];
  const running = covered.filter((one) => seatsIn(subscription, one) > 0);
  const span =
    running.length > 1 ? `${running[0]?.label} to ${running.at(-1)?.label}` : `${running[0]?.label}`;
  const share = seatMonths / (subscription.seats * running.length);
  const quantities: readonly (readonly [ItemCode, number, string])[] = [
    ['MC-CORE', seatMonths, `Meridian Core, ${span}`],
    [
      'MC-ANL',
      Math.trunc(subscription.analyticsSeats * running.length * share),
      `Meridian Analytics, ${span}`,
    ],
    ['MC-SUP', subscription.hasSupport ? running.length : 0, `Premium support, ${span}`],
    [
      'MC-DATA',
      covered.reduce((sum, one) => sum + gigabytesIn(subscription, one), 0),
      `Data processed, ${span}`,
    ],
  ];
  const lines = quantities
    .filter(([, quantity]) => quantity > 0)
    .map(([item, quantity, text]) => itemLine(customer, item, quantity, text, month.year, timeline));
  const date = billing === 'MONTHLY' ? month.day(1 + (customer.code.charCodeAt(5) % 4)) : month.end;
  const discount = discountLine(subscription, lines[0]);
  return [
    invoiceOf(
      customer,
      `INV:${customer.name}:${month.start}`,
      date,
      `Subscription ${span}`,
      discount === null ? lines : [...lines, discount],
    ),
  ];
}

/** A volume discount on the seats, as a separate line with the same tax. */
function discountLine(subscription: PlannedSubscription, seats: PlannedLine | undefined): PlannedLine | null {
  const { discountPercent, customer } = subscription;
  if (discountPercent === 0 || seats === undefined) return null;
  const unit = percentOf(seats.unitPrice, discountPercent, customer.currency);
  return {
    type: 'DISCOUNT',
    description: `Volume discount ${discountPercent}%`,
    quantity: seats.quantity,
    unitPrice: unit,
    account: '4900',
    ...(customer.tax === null ? {} : { tax: customer.tax }),
    class: 'CORE',
    department: SALES_OF[customer.subsidiary],
    location: HOME_LOCATION[customer.subsidiary],
  };
}

/** The number of one-off invoices per month, by company: services, and hardware (only the US company stocks gateways). */
const ONE_OFFS: readonly (readonly [subsidiary: 'US' | 'DE' | 'JP', services: number, hardware: number])[] = [
  ['US', 4, 3],
  ['DE', 2, 0],
  ['JP', 2, 0],
];

function extraInvoices(
  customers: readonly PlannedCustomer[],
  month: StoryMonth,
  timeline: Timeline,
): PlannedInvoice[] {
  return ONE_OFFS.flatMap(([subsidiary, services, hardware]) => {
    const chance = chanceOf(`extra:${subsidiary}:${month.start}`);
    const own = customers.filter((one) => one.subsidiary === subsidiary && one.status === 'active');
    const made: PlannedInvoice[] = [];
    for (let n = 1; n <= services; n += 1) {
      const customer = chance.pick(own);
      const [item, quantity, text] = chance.pick<readonly [ItemCode, number, string]>([
        ['MC-CON', chance.between(3, 14), 'Consulting days'],
        ['MC-CON', chance.between(2, 9), 'Consulting days, integration work'],
        ['MC-TRN', chance.between(1, 4), 'Training days'],
        ['MC-ONB', 1, 'Onboarding package'],
        ['MC-LIC', 1, 'License for an isolated network'],
      ]);
      const key = `INV:${subsidiary}:service:${month.start}:${n}`;
      const memo = `${text} per statement of work ${month.year}-${String(month.month * 10 + n).padStart(3, '0')}`;
      made.push(
        invoiceOf(customer, key, month.day(chance.between(6, 27)), memo, [
          itemLine(customer, item, quantity, text, month.year, timeline),
        ]),
      );
    }
    for (let n = 1; n <= hardware; n += 1) {
      const customer = chance.pick(own);
      const gateways = chance.between(2, 7);
      const key = `INV:${subsidiary}:hardware:${month.start}:${n}`;
      const lines = [
        itemLine(customer, 'MC-EDGE', gateways, 'Edge gateway E4', month.year, timeline),
        {
          type: 'SHIPPING' as const,
          description: 'Insured freight',
          quantity: '1',
          unitPrice: whole(40 + gateways * 35, customer.currency),
          ...(customer.tax === null ? {} : { tax: customer.tax }),
          class: 'EDGE',
          department: SALES_OF[subsidiary],
          location: HOME_LOCATION[subsidiary],
        },
      ];
      const date = month.day(chance.between(5, 26));
      made.push({ ...invoiceOf(customer, key, date, 'Edge gateways', lines), gateways });
    }
    return made;
  });
}

function itemLine(
  customer: PlannedCustomer,
  item: ItemCode,
  quantity: number,
  description: string,
  year: number,
  timeline: Timeline,
): PlannedLine {
  const product = productOf(item);
  return {
    type: product.itemType === 'GOODS' ? 'ITEM' : 'SERVICE',
    description,
    quantity: String(quantity),
    unitPrice: priceIn(item, customer.currency, year, timeline),
    account: product.account,
    item,
    ...(customer.tax === null ? {} : { tax: customer.tax }),
    class: product.class,
    department: SALES_OF[customer.subsidiary],
    location: HOME_LOCATION[customer.subsidiary],
  };
}

function invoiceOf(
  customer: PlannedCustomer,
  key: string,
  date: string,
  memo: string,
  lines: readonly PlannedLine[],
): PlannedInvoice {
  return {
    key,
    kind: 'INVOICE',
    subsidiary: customer.subsidiary,
    entity: { type: 'CUSTOMER', key: customer.key },
    date,
    dueDate: addDays(date, customer.termDays),
    currency: customer.currency,
    memo,
    lines,
    customer,
    gateways: 0,
  };
}
