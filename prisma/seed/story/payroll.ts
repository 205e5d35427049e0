import { addDays } from '@/core/periods/calendar';
import { negative, whole } from './amounts';
import { HOME_LOCATION } from './company';
import { BANK, BASE_CURRENCY, entry, type PlannedDocument, type SubsidiaryKey } from './documents';
import { PEOPLE } from './people';
import type { StoryMonth, Timeline } from './timeline';

/** Percentages of gross pay: what is withheld, what the employer adds in taxes and benefits, and commissions. */
const RULES: Readonly<
  Partial<Record<SubsidiaryKey, { withheld: number; taxes: number; benefits: number; commissions: number }>>
> = {
  HOLD: { withheld: 27, taxes: 6, benefits: 8, commissions: 0 },
  US: { withheld: 25, taxes: 8, benefits: 9, commissions: 14_000 },
  DE: { withheld: 36, taxes: 21, benefits: 1, commissions: 4_200 },
  JP: { withheld: 22, taxes: 15, benefits: 1, commissions: 480_000 },
};

/** The account for a department's pay: support and services staff are cost of sales. */
const PAY_ACCOUNT: Readonly<Record<string, string>> = { 'CS-SUP': '5200', 'CS-PS': '5300' };

/** For each month and company: the payroll, its payment on the 28th, and the taxes remitted on the 15th of the next month. */
export function plannedPayroll(timeline: Timeline): PlannedDocument[] {
  return timeline.months
    .flatMap((month) =>
      (['HOLD', 'US', 'DE', 'JP'] as const).flatMap((subsidiary) => payrollOf(subsidiary, month)),
    )
    .filter(({ date }) => date <= timeline.today);
}

function payrollOf(subsidiary: SubsidiaryKey, month: StoryMonth): PlannedDocument[] {
  const rule = RULES[subsidiary];
  const paid = PEOPLE.filter((one) => one.subsidiary === subsidiary && one.status === 'active');
  if (rule === undefined || paid.length === 0) return [];
  const currency = BASE_CURRENCY[subsidiary];
  const amount = (units: number) => whole(units, currency);
  const location = HOME_LOCATION[subsidiary];
  const byDepartment = new Map<string, number>();
  for (const { department, salary } of paid) {
    byDepartment.set(department, (byDepartment.get(department) ?? 0) + Math.trunc(salary / 12));
  }
  const gross = [...byDepartment.values()].reduce((sum, one) => sum + one, 0);
  const share = (percent: number) => Math.trunc((gross * percent) / 100);
  const withheld = share(rule.withheld);
  const taxes = share(rule.taxes);
  const benefits = share(rule.benefits);
  const payable = gross + rule.commissions - withheld;
  const handedOver = withheld + taxes;
  const bank = BANK[subsidiary];
  const payday = month.day(28);
  const base = { kind: 'JOURNAL' as const, subsidiary, currency };
  const salaries = [...byDepartment].map(([department, pay]) =>
    entry(PAY_ACCOUNT[department] ?? '6100', amount(pay), `Salaries ${department}`, { department, location }),
  );
  const costs = [
    ...salaries,
    entry('6110', amount(taxes), 'Employer payroll taxes', { department: 'PPL', location }),
    entry('6120', amount(benefits), 'Health and pension plans', { department: 'PPL', location }),
    ...(rule.commissions === 0
      ? []
      : [entry('6130', amount(rule.commissions), 'Sales commissions', { department: 'SAL', location })]),
  ];
  return [
    {
      ...base,
      key: `JE:payroll:${subsidiary}:${month.start}`,
      date: month.day(25),
      memo: `Payroll ${month.label}`,
      lines: [
        ...costs,
        entry('2140', negative(amount(payable)), 'Net pay owed'),
        entry('2220', negative(amount(handedOver)), 'Withheld and employer taxes owed'),
        entry(bank, negative(amount(benefits)), 'Premiums debited'),
      ],
    },
    {
      ...base,
      key: `JE:payday:${subsidiary}:${month.start}`,
      date: payday,
      memo: `Net pay ${month.label}`,
      lines: [
        entry('2140', amount(payable), 'Net pay'),
        entry(bank, negative(amount(payable)), 'Net pay transferred'),
      ],
    },
    {
      ...base,
      key: `JE:payrolltax:${subsidiary}:${month.start}`,
      date: addDays(month.end, 15),
      memo: `Payroll taxes ${month.label}`,
      lines: [
        entry('2220', amount(handedOver), 'Payroll taxes'),
        entry(bank, negative(amount(handedOver)), 'Payroll taxes transferred'),
      ],
    },
  ];
}
