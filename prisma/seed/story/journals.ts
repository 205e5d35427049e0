import { addDays } from '@/core/periods/calendar';
import { negative, total } from './amounts';
import { BANK, BASE_CURRENCY, entry, type PlannedDocument, type PlannedLine } from './documents';
import { holdingJournals } from './holding';
import {
  journal,
  type Monthly,
  OPERATING,
  type Operating,
  type PlannedJournal,
  pair,
} from './journal-entries';
import { chanceOf } from './random';
import { GATEWAY_COST } from './sales/products';
import type { Totals } from './sales/receipts';
import type { PlannedInvoice } from './sales/sales';
import type { StoryMonth, Timeline } from './timeline';

const RENT: Monthly = { US: 38_500, DE: 11_200, JP: 1_150_000 };
const DEPRECIATION: Monthly = { US: 11_500, DE: 2_400, JP: 310_000 };
const BANK_CHARGES: Monthly = { US: 420, DE: 95, JP: 12_000 };
const CARD_FEES: Monthly = { US: 3_150, DE: 640, JP: 58_000 };
const HOSTING: Monthly = { US: 92_000, DE: 26_000, JP: 3_100_000 };
const DOUBTFUL: Monthly = { US: 6_500, DE: 1_800, JP: 190_000 };
const INCOME_TAX: Monthly = { US: 38_000, DE: 16_000, JP: 1_500_000 };

/** Hosting for the last month before the books began, accrued in the opening balances; its bills arrive in the first month. */
const HOSTING_BROUGHT_FORWARD: Monthly = { US: 77_500, DE: 21_900, JP: 2_600_000 };

/** The insurance bill of January is expensed month by month. */
const INSURANCE_A_MONTH = 8_000;

/** All journals except payroll, up to today. */
export function plannedJournals(timeline: Timeline): PlannedJournal[] {
  return timeline.months
    .flatMap((month) => [
      ...OPERATING.flatMap((subsidiary) => monthlyJournals(subsidiary, month)),
      ...holdingJournals(month),
    ])
    .filter(({ date }) => date <= timeline.today)
    .map(({ reverseOn, ...rest }) =>
      reverseOn !== undefined && reverseOn <= timeline.today ? { ...rest, reverseOn } : rest,
    );
}

function monthlyJournals(subsidiary: Operating, month: StoryMonth): PlannedJournal[] {
  const bank = BANK[subsidiary];
  const chance = chanceOf(`journals:${subsidiary}:${month.start}`);
  const one = (name: string, date: string, memo: string, lines: PlannedLine[]) =>
    journal(subsidiary, name, date, `${memo} ${month.label}`, lines);
  const accrued = Math.trunc((HOSTING[subsidiary] * (84 + month.index + chance.between(-4, 4))) / 100);
  const made: PlannedJournal[] = [
    one(
      'rent',
      month.day(1),
      'Rent',
      pair(
        subsidiary,
        RENT[subsidiary],
        ['6300', 'Office rent', 'PPL'],
        [bank, 'Standing order to the landlord'],
      ),
    ),
    one(
      'depreciation',
      month.end,
      'Depreciation',
      pair(
        subsidiary,
        DEPRECIATION[subsidiary],
        ['6500', 'Straight-line depreciation', 'FIN-ACC'],
        ['1590', 'Accumulated depreciation'],
      ),
    ),
    one(
      'charges',
      month.end,
      'Bank charges',
      pair(
        subsidiary,
        BANK_CHARGES[subsidiary] + chance.between(0, 60),
        ['6610', 'Account fees', 'FIN-ACC'],
        [bank, 'Debited by the bank'],
      ),
    ),
    one(
      'cardfees',
      month.end,
      'Payment processing',
      pair(
        subsidiary,
        CARD_FEES[subsidiary] + chance.between(0, 400),
        ['5700', 'Processing fees', 'FIN-REV'],
        [bank, 'Debited by the processor'],
      ),
    ),
    {
      ...one(
        'accrual',
        month.end,
        'Accrued hosting',
        pair(
          subsidiary,
          accrued,
          ['5100', 'Hosting used, not billed yet', 'ENG-SRE'],
          ['2130', 'Accrued hosting'],
        ),
      ),
      reverseOn: addDays(month.end, 1),
    },
  ];
  if (month.index === 0) {
    made.push(
      one(
        'broughtforward',
        month.start,
        'Accrued hosting brought forward, reversed',
        pair(
          subsidiary,
          HOSTING_BROUGHT_FORWARD[subsidiary],
          ['2130', 'Accrual of the former system'],
          ['5100', 'Hosting of December'],
        ),
      ),
    );
  }
  if (subsidiary === 'US') {
    made.push(
      one(
        'insurance',
        month.end,
        'Insurance',
        pair(
          'US',
          INSURANCE_A_MONTH,
          ['6320', 'A twelfth of the yearly cover', 'FIN'],
          ['1420', 'Prepaid insurance'],
        ),
      ),
    );
  }
  if (month.month % 3 === 0) {
    made.push(
      one(
        'doubtful',
        month.end,
        'Allowance for doubtful accounts',
        pair(subsidiary, DOUBTFUL[subsidiary], ['6600', 'Expected losses', 'FIN-REV'], ['1220', 'Allowance']),
      ),
      one(
        'incometax',
        month.end,
        'Income tax prepayment',
        pair(
          subsidiary,
          INCOME_TAX[subsidiary],
          ['8300', 'Quarterly prepayment'],
          [bank, 'Transferred to the tax office'],
        ),
      ),
    );
  }
  return made;
}

/** The cost of the gateways that each company delivered in a month. */
export function costOfGateways(invoices: readonly PlannedInvoice[], timeline: Timeline): PlannedJournal[] {
  return timeline.months.flatMap((month) => {
    const units = invoices
      .filter(({ date, subsidiary }) => subsidiary === 'US' && date >= month.start && date <= month.end)
      .reduce((sum, { gateways }) => sum + gateways, 0);
    if (units === 0 || month.end > timeline.today) return [];
    const lines = pair(
      'US',
      units * GATEWAY_COST.USD,
      ['5400', `${units} gateways delivered`, 'CS-PS'],
      ['1410', 'Taken from stock'],
    );
    return [journal('US', 'gateways', month.end, `Cost of gateways ${month.label}`, lines)];
  });
}

/** Sales tax and VAT for each month, remitted on the 20th of the next: output less input tax, from the documents' own totals. */
export function plannedTaxReturns(
  documents: readonly PlannedDocument[],
  taxes: Totals,
  timeline: Timeline,
): PlannedJournal[] {
  return timeline.months.flatMap((month) =>
    OPERATING.flatMap((subsidiary) => {
      const date = addDays(month.end, 20);
      if (date > timeline.today) return [];
      const currency = BASE_CURRENCY[subsidiary];
      const of = (kind: string) =>
        total(
          documents
            .filter((one) => one.kind === kind && one.subsidiary === subsidiary && one.currency === currency)
            .filter((one) => one.date >= month.start && one.date <= month.end)
            .map((one) => taxes.get(one.key) ?? '0'),
          currency,
        );
      const output = total([of('INVOICE'), negative(of('CREDIT_MEMO'))], currency);
      const input = total([of('VENDOR_BILL'), negative(of('VENDOR_CREDIT'))], currency);
      const due = total([output, negative(input)], currency);
      const lines = [
        entry('2210', output, 'Tax on sales'),
        entry('1250', negative(input), 'Tax on purchases'),
        entry(BANK[subsidiary], negative(due), 'Transferred to the tax office'),
      ].filter(({ unitPrice }) => /[1-9]/.test(unitPrice));
      if (lines.length < 2) return [];
      return [journal(subsidiary, 'taxreturn', date, `Tax return ${month.label}`, lines)];
    }),
  );
}
