import { expect, test } from 'vitest';
import { type EventTable, eventOf, readEventTable, saidIn } from './event-table';
import { linesOf } from './use-import';

const tableOf = async (text: string): Promise<EventTable> => {
  const table = await readEventTable(text);
  if ('problem' in table) throw new Error(table.problem);
  return table;
};
const eventsIn = async (text: string) => {
  const table = await tableOf(text);
  return table.rows.map((row) => eventOf(saidIn(table, row)));
};

test('columns are guessed from common names, each field once', async () => {
  const { columns } = await tableOf(
    'Contract number;What happened;Qty;Quantity;Remark\nREV-1;delivery;2;3;x',
  );
  expect(columns.map(({ field }) => field)).toEqual(['contract', 'kind', 'quantity', '', '']);
});

test('numbers are read in common formats, and a kind by its name or its description', async () => {
  const [first, second, third] = await eventsIn(
    'contract,kind,key,date,amount,progress\nREV-1,,calls,2026-01-31,"1,234.50",\nREV-1,A delivery,box,2026-01-31,,\nREV-1,progress,work,2026-01-31,,40%',
  );
  expect(first).toEqual({
    event: {
      contractNumber: 'REV-1',
      event: {
        kind: 'usage',
        effectiveDate: '2026-01-31',
        key: 'calls',
        milestone: undefined,
        reason: undefined,
        amount: '1234.5',
      },
    },
  });
  expect(second).toMatchObject({ event: { event: { kind: 'delivery' } } });
  expect(third).toMatchObject({ event: { event: { kind: 'progress', progress: '0.4' } } });
});

test('a line that cannot be an event shows the reason', async () => {
  const events = await eventsIn(
    'contract,kind,date,amount\n,usage,2026-01-31,1\nREV-1,usage,,1\nREV-1,usage,31.01.2026,1\nREV-1,dance,2026-01-31,1\nREV-1,usage,2026-01-31,many',
  );
  expect(events).toEqual([
    { problem: 'The contract is missing.' },
    { problem: 'The date is missing.' },
    { problem: 'The date 31.01.2026 must be in the form YYYY-MM-DD.' },
    { problem: '“dance” is not a kind of event that can be imported.' },
    { problem: 'Amount: many is not a number.' },
  ]);
});

test('a file that is not a table is refused with the reason', async () => {
  expect(await readEventTable('')).toEqual({ problem: 'The file is empty.' });
  expect(await readEventTable('contract,date')).toEqual({ problem: 'There are no lines below the header.' });
  expect(await readEventTable('1,2\n3,4')).toMatchObject({
    problem: expect.stringContaining('column names'),
  });
  expect(await readEventTable('a,"b\n1,2')).toMatchObject({
    problem: expect.stringContaining('Row 1 has an opening quotation mark'),
  });
});

test('the same reference of a contract twice in one file is refused the second time', async () => {
  const lines = linesOf(
    await tableOf(
      'contract,key,date,amount,reference\nA,k,2026-01-31,1,r\nB,k,2026-01-31,1,r\nA,k,2026-01-31,2,r',
    ),
  );
  expect(lines.map(({ state }) => state.outcome)).toEqual(['NEW', 'NEW', 'REFUSED']);
  expect(lines[2]?.state.words).toBe('Line 1 has the same reference.');
});
