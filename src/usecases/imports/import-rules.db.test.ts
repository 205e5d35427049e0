import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { customerPage } from '../customers/customer-page';
import { cancelJob } from '../jobs/cancel-job';
import { retryJob } from '../jobs/retry-job';
import { startJob } from '../jobs/start-job';
import type { UseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { applyRecordPortion } from './apply-portion';
import { createImport } from './create-import';
import { getImport } from './get-import';
import { removeStoredImport } from './remove-import';
import { startImport } from './start-import';
import { undoImport } from './undo-import';
import { updateMapping } from './update-mapping';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown) =>
  runForOutput(useCase, org.callAs('admin'), input);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { refusal?: { code: string } }) => error.refusal?.code ?? String(error),
  );

/** An import of 120 customers of which 50 are gone through, as a server leaves it between two portions. */
async function halfDone(kind: 'imports.check' | 'imports.run') {
  const rows = Array.from({ length: 120 }, (_, at) => [`Half ${at}`, `${at}`]);
  const { id } = await ask(createImport, {
    noun: 'customers',
    fileName: 'h.csv',
    columns: ['Company', 'X'],
    rows,
  });
  const job = await ask(startJob, { kind, recordId: id });
  await ask(applyRecordPortion, { id, doing: kind === 'imports.run' ? 'RUNNING' : 'CHECKING' });
  return { id, job: job.id };
}
const stateOf = async (id: string) => {
  const { importStatus, counts, mapping } = await ask(getImport, { id });
  return { importStatus, counts, mapping };
};
const customers = async () => (await ask(customerPage, { page: 1, limit: 1 })).total;

/** What needs the import to be at rest, each with the code of its refusal while it is not. */
const ACTS = [
  ['undo', (id: string) => ask(undoImport, { id }), 'IN_USE'],
  ['delete', (id: string) => ask(removeStoredImport, { id }), 'IN_USE'],
  [
    'other columns',
    (id: string) => ask(updateMapping, { id, mapping: [null, 'companyName'] }),
    'INVALID_STATUS_TRANSITION',
  ],
] as const;

describe('an import whose job was stopped halfway', () => {
  for (const kind of ['imports.check', 'imports.run'] as const) {
    for (const [what, act, code] of ACTS) {
      test(`${what} is refused while ${kind} goes on, also when it was asked for again, and possible once it is canceled`, async () => {
        const before = await customers();
        const { id, job } = await halfDone(kind);
        const half = await stateOf(id);
        expect(half.counts).toMatchObject({ total: 120, left: 70 });
        expect(await refusalOf(act(id))).toBe(code);
        await ask(cancelJob, { id: job });
        await ask(retryJob, { id: job });
        expect(await refusalOf(act(id))).toBe(code);
        expect(await stateOf(id)).toEqual(half);

        await ask(cancelJob, { id: job });
        await act(id);
        const made = kind === 'imports.run' ? 50 : 0;
        expect(await customers()).toBe(before + (what === 'undo' ? 0 : made));
        if (what === 'delete') expect(await refusalOf(ask(getImport, { id }))).toBe('NOT_FOUND');
        if (what === 'undo') expect((await stateOf(id)).importStatus).toBe('UNDONE');
        if (what === 'other columns') {
          expect(await stateOf(id)).toMatchObject({
            importStatus: 'UPLOADED',
            mapping: [null, 'companyName'],
            counts: { imported: made, ready: 0 },
          });
        }
      });
    }
  }

  test('is not one that a program carries out itself, whose end no one knows', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => [`Own ${at}`]);
    const { id } = await ask(createImport, {
      noun: 'customers',
      fileName: 'o.csv',
      columns: ['Company'],
      rows,
    });
    await ask(startImport, { id, doing: 'RUNNING' });
    await ask(applyRecordPortion, { id, doing: 'RUNNING' });
    const half = await stateOf(id);
    for (const [, act, code] of ACTS.slice(0, 2)) expect(await refusalOf(act(id))).toBe(code);
    expect(await stateOf(id)).toEqual(half);
  });
});
