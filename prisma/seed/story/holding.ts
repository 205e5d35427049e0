import { negative, whole } from './amounts';
import { HOME_LOCATION } from './company';
import { BANK, entry } from './documents';
import { journal, type Monthly, OPERATING, type PlannedJournal, pair } from './journal-entries';
import type { StoryMonth } from './timeline';

/** The holding's quarterly charge to each company, in dollars. */
const SERVICE_CHARGE: Monthly = { US: 60_000, DE: 75_000, JP: 96_000 };

/** The holding: its loan, its savings, and the quarterly charge to its companies, settled within the month except for the latest. */
export function holdingJournals(month: StoryMonth): PlannedJournal[] {
  const made = [
    journal('HOLD', 'interest', month.day(30), `Loan ${month.label}`, [
      entry('8100', '10833.00', 'Interest at 6.5%'),
      entry('2420', '25000.00', 'Repayment'),
      entry('1110', '-35833.00', 'Debited by the bank'),
    ]),
    journal(
      'HOLD',
      'savings',
      month.end,
      `Interest on savings ${month.label}`,
      pair('HOLD', 2_900, ['1130', 'Credited to savings'], ['7100', 'Interest income']),
    ),
  ];
  if (!isCharged(month)) return made;
  return [
    ...made,
    ...OPERATING.flatMap((subsidiary) => {
      const memo = `Group services to ${subsidiary}, quarter to ${month.label}`;
      const amount = whole(SERVICE_CHARGE[subsidiary], 'USD');
      const inDollars = (one: PlannedJournal): PlannedJournal => ({ ...one, currency: 'USD' });
      const charge = [
        journal('HOLD', `charge-${subsidiary}`, month.day(3), memo, [
          entry('1610', amount, 'Receivable from the company'),
          entry('7800', negative(amount), 'Group services'),
        ]),
        inDollars(
          journal(subsidiary, 'charge', month.day(3), memo, [
            entry('8800', amount, 'Group services', {
              department: 'EXEC',
              location: HOME_LOCATION[subsidiary],
            }),
            entry('2510', negative(amount), 'Payable to the holding'),
          ]),
        ),
      ];
      if (month.age < 3) return charge;
      const settled = `Settlement of group services, ${month.label}`;
      return [
        ...charge,
        journal('HOLD', `settle-${subsidiary}`, month.day(20), settled, [
          entry('1110', amount, 'Received from the company'),
          entry('1610', negative(amount), 'Receivable settled'),
        ]),
        inDollars(
          journal(subsidiary, 'settle', month.day(20), settled, [
            entry('2510', amount, 'Payable settled'),
            entry(BANK[subsidiary], negative(amount), 'Transferred to the holding'),
          ]),
        ),
      ];
    }),
  ];
}

/** Whether the holding charges its services in a month, to its European company in dollars: at the end of every quarter. */
export const isCharged = (month: Pick<StoryMonth, 'month'>): boolean => month.month % 3 === 0;
