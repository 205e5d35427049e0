import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CUT_OVER_SHEETS } from '@/core/cut-over/sheets';
import { IMPORTABLE } from '@/core/imports/importable';
import { templateOf } from '@/core/imports/template';
import { closeConnections } from '@/db/client';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { createCutOver } from '../../cut-over/create-cut-over';
import type { UseCase } from '../../kit/define';
import { runForOutput } from '../../kit/run';
import { checkImport } from '../check-import';
import { getImport } from '../get-import';
import { listRowsOfImport } from '../list-import-rows';
import { runImport } from '../run-import';
import { updateMapping } from '../update-mapping';
import { rowsOfCsvStream } from './read-stream';
import { storeUpload, type Upload } from './store-upload';

// Files as other systems write them: titles, totals, days with slashes, codes that a spreadsheet shortened, code and name in one cell.

let org: TestOrganization;
let cutOverId: string;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
  cutOverId = (await ask(createCutOver, { cutOverDate: '2026-10-31' })).id;
});
afterAll(closeConnections);

const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown) =>
  runForOutput(useCase, org.callAs('admin'), input);

async function send(text: string, upload: Pick<Upload, 'noun' | 'cutOverId'>) {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(text);
  }
  return (
    await storeUpload(org.callAs('admin'), { fileName: 'file.csv', ...upload }, rowsOfCsvStream(bytes()))
  ).id;
}
const rowsOf = async (id: string) =>
  (await ask(listRowsOfImport, { id, limit: 5_000 })).rows.map((row) => [row.rowState, row.errorMessage]);
const problemsOf = async (id: string) => (await rowsOf(id)).map(([, message]) => message);

describe('a report of another ledger', () => {
  test('is read from the names of its columns on, and its total is refused as one', async () => {
    const id = await send(
      '"Acme, Inc.",,\nTrial Balance,,\n"As of October 31, 2026",,\n,,\nAccount,Debit,Credit\n1110,"$1,000.00",\n4100,,"1,000.00"\nTOTAL,"$1,000.00","$1,000.00"\n',
      { noun: 'openingBalances', cutOverId },
    );
    const one = await ask(checkImport, { id });
    expect(one.columns).toEqual(['Account', 'Debit', 'Credit']);
    expect(await rowsOf(id)).toEqual([
      ['READY', null],
      ['READY', null],
      ['FAILED', 'Account: this row is a total, not an account. Delete it, or leave it out.'],
    ]);
  });

  test('may have code and name in one cell, which name an account only together', async () => {
    const name = (await accountName('1110')).toUpperCase();
    const id = await send(
      `Account,Debit,Credit\n1110 ${name},10,\n1110 - ${name},10,\n1110 Something else,10,\n4100:x,,10\n`,
      { noun: 'openingBalances', cutOverId },
    );
    await ask(checkImport, { id });
    expect(await problemsOf(id)).toEqual([
      null,
      expect.stringMatching(/already|also has/),
      'Account: no account has the code or name 1110 Something else.',
      'Account: no account has the code or name 4100:x.',
    ]);
  });

  test('finds a code whose zeros at the front a spreadsheet dropped, unless that number is a code itself', async () => {
    const accounts =
      'Code,Name,Type\n0077,Old cash,Bank\n0088,Old loan,Long Term Liabilities\n88,New loan,Liability\n';
    const chart = await send(accounts, { noun: 'accounts' });
    expect((await ask(runImport, { id: chart })).counts).toMatchObject({ imported: 3, failed: 0 });
    const id = await send('Account,Balance\n77,5\n88,-5\n99,0\n', { noun: 'openingBalances', cutOverId });
    await ask(runImport, { id });
    const { rows } = await ask(listRowsOfImport, { id, limit: 10 });
    const codes = await Promise.all(rows.slice(0, 2).map(({ recordId }) => accountCode(recordId ?? '')));
    expect(codes).toEqual(['0077', '88']);
    expect(rows[2]?.errorMessage).toBe('Account: no account has the code or name 99.');
  });
});

describe('days with slashes', () => {
  const receivables = (days: readonly string[]) =>
    ['Number,Customer,Date,Open amount', ...days.map((day, at) => `${days[0]}-${at},NOBODY,${day},5`)].join(
      '\n',
    );
  const daysOf = async (days: readonly string[], style?: string) => {
    const id = await send(receivables(days), { noun: 'openReceivables', cutOverId });
    if (style !== undefined) {
      const { mapping } = await ask(getImport, { id });
      await ask(updateMapping, { id, mapping: [...mapping], dayStyle: style });
    }
    const one = await ask(checkImport, { id });
    return [one.dayStyle, (await problemsOf(id)).filter((message) => message?.startsWith('Date:'))];
  };
  // Every row also names a customer that does not exist.
  const wrong = (sentence: string) => `${sentence} Customer: no customer has the code or name NOBODY.`;
  const ambiguous = (day: string) =>
    wrong(`Date: “${day}” may begin with the month or with the day. Say which, or write it as 2026-09-30.`);

  test('are read month first or day first, as the first date that is clear determines for the whole file', async () => {
    expect(await daysOf(['3/4/2026', '9/30/2026'])).toEqual(['MDY', []]);
    expect(await daysOf([...Array.from({ length: 600 }, () => '3/4/2026'), '30/9/2026'])).toEqual([
      'DMY',
      [],
    ]);
    expect(await daysOf(['2026-09-30', '30.09.2026', '30-Sep-2026', '20260930'])).toEqual([null, []]);
  });

  test('are refused where none decides and where they contradict each other, until a person chooses', async () => {
    expect(await daysOf(['3/4/2026', '5/6/2026'])).toEqual([
      null,
      [ambiguous('3/4/2026'), ambiguous('5/6/2026')],
    ]);
    expect(await daysOf(['13/4/2026', '4/13/2026'])).toEqual([
      null,
      [ambiguous('13/4/2026'), ambiguous('4/13/2026')],
    ]);
    expect(await daysOf(['3/4/2026', '5/6/2026'], 'DMY')).toEqual(['DMY', []]);
    expect(await daysOf(['13/4/2026', '4/13/2026'], 'DMY')).toEqual([
      'DMY',
      [wrong('Date: “4/13/2026” is not a date. Write it as 2026-09-30.')],
    ]);
  });
});

test('every file of a cut-over is understood with semicolons, decimal commas, a byte order mark and CRLF', async () => {
  for (const { noun } of CUT_OVER_SHEETS) {
    const [labels = [], example = []] = templateOf(noun);
    const cells = example.map((cell) => (/^\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell));
    const id = await send(`\uFEFF${labels.join(';')}\r\n${cells.map((cell) => `"${cell}"`).join(';')}\r\n`, {
      noun,
      ...(noun.startsWith('open') ? { cutOverId } : {}),
    });
    const one = await ask(checkImport, { id });
    expect(one.mapping, noun).toEqual(IMPORTABLE[noun].fields.map(({ name }) => name));
    const unread = (await problemsOf(id)).filter((message) =>
      /is not a (number|date)|is empty/.test(message ?? ''),
    );
    expect(unread, noun).toEqual([]);
  }
});

const account = async (by: 'code' | 'id', value: string) => {
  return withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
    const { rows } = await client.query<{ code: string; name: string }>(
      `select code, name from accounts where organization_id = $1 and ${by}::text = $2`,
      [org.organizationId, value],
    );
    return rows[0];
  });
};
const accountName = async (code: string) => (await account('code', code))?.name ?? '';
const accountCode = async (id: string) => (await account('id', id))?.code;
