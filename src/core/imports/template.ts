import { CUT_OVER_SHEETS } from '../cut-over/sheets';
import type { ImportNoun } from './import-noun';
import { IMPORTABLE } from './importable';

type Example = Readonly<Record<string, string>>;

/** One filled example of what is not part of a cut-over; an entry of two lines. */
const EXAMPLES: Readonly<Partial<Record<ImportNoun, readonly Example[]>>> = {
  prospects: [
    {
      name: 'Dana Whitfield',
      company: 'Harborview Clinics',
      email: 'dana@harborview.example',
      phone: '+1 206 555 0142',
      industry: 'Healthcare',
      estimatedRevenue: '48000.00',
      employeeCount: '240',
    },
  ],
  journals: [
    {
      referenceNumber: 'JE-1',
      transactionDate: '2026-09-30',
      currencyCode: 'USD',
      memo: 'Software used in September',
      accountId: '6340',
      debit: '1250.00',
      description: 'Software',
    },
    { referenceNumber: 'JE-1', accountId: '2130', credit: '1250.00', description: 'Accrued expenses' },
  ],
};

/** The template of a table: its column names, and one filled example to be replaced. */
export function templateOf(noun: ImportNoun): string[][] {
  const { fields } = IMPORTABLE[noun];
  const sheet = CUT_OVER_SHEETS.find((one) => one.noun === noun);
  const rows = EXAMPLES[noun] ?? (sheet === undefined ? [] : [sheet.example]);
  return [
    fields.map(({ label }) => label),
    ...rows.map((example) => fields.map(({ name }) => example[name] ?? '')),
  ];
}
