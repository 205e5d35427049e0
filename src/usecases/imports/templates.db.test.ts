import { afterAll, beforeAll, expect, test } from 'vitest';
import { CUT_OVER_SHEETS } from '@/core/cut-over/sheets';
import { isCutOverNoun } from '@/core/imports/import-noun';
import { templateOf } from '@/core/imports/template';
import { closeConnections } from '@/db/client';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { createCutOver } from '../cut-over/create-cut-over';
import type { UseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { createImport } from './create-import';
import { listRowsOfImport } from './list-import-rows';
import { runImport } from './run-import';

let books: TestOrganization;
let cutOverId: string;
const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown) =>
  runForOutput(useCase, books.callAs('admin'), input);

beforeAll(async () => {
  books = await foundTestOrganization({ today: '2026-10-10' });
  cutOverId = (await ask(createCutOver, { cutOverDate: '2026-09-30' })).id;
});
afterAll(closeConnections);

test.each(['prospects', 'journals', ...CUT_OVER_SHEETS.map(({ noun }) => noun)] as const)(
  'the filled example of the template of %s is imported as it is, after those of the sheets before it',
  async (noun) => {
    const [columns = [], ...rows] = templateOf(noun);
    const part = isCutOverNoun(noun) ? { cutOverId } : {};
    const { id } = await ask(createImport, { noun, fileName: 'template.csv', columns, rows, ...part });
    const { counts } = await ask(runImport, { id });
    const answered = (await ask(listRowsOfImport, { id })).rows.map(({ errorMessage }) => errorMessage);
    expect(answered).toEqual(rows.map(() => null));
    expect(counts).toMatchObject({ imported: rows.length, failed: 0 });
  },
);
