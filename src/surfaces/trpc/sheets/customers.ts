import { money, words } from '@/core/sheets/sheet';
import { statusWords } from '@/core/sheets/status-words';
import { streamCustomersWithBalances } from '@/usecases/customers/stream-customers';
import { describeExport } from '@/usecases/directory/describe-export';
import { runForOutput } from '@/usecases/kit/run';
import { defineSheet } from './sheet';

/** The filtered customers with the amounts they owe: one line per currency. */
export const customersSheet = defineSheet({
  rows: streamCustomersWithBalances,
  async head(call, { search, includeInactive }) {
    const { organization } = await runForOutput(describeExport, call, {});
    const state = includeInactive ? 'Active and inactive' : 'Active only';
    return {
      name: `customers-${call.clock.today()}`,
      title: 'Customers',
      facts: [
        ['Organization', organization],
        ['Currency', 'As owed by each customer'],
        ['Filters', search ? `${state}; containing: ${search}` : state],
      ],
      columns: [
        { title: 'Customer', width: 32 },
        { title: 'Number', width: 14 },
        { title: 'Email', width: 30 },
        { title: 'Terms' },
        { title: 'Status' },
        { title: 'Overdue', isFigure: true },
        { title: 'Open balance', isFigure: true },
        { title: 'Currency' },
      ],
    };
  },
  lines(row) {
    const who = [
      words(row.companyName),
      words(row.customerId),
      words(row.contactEmail),
      words(row.paymentTerms),
      words(statusWords(row.recordStatus)),
    ];
    if (row.openBalances.length === 0) return [{ cells: [...who, null, null, null] }];
    return row.openBalances.map(({ currencyCode, overdueAmount, openAmount }) => ({
      cells: [
        ...who,
        money(overdueAmount, currencyCode),
        money(openAmount, currencyCode),
        words(currencyCode),
      ],
    }));
  },
});
