import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdRow, valuesOf } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { checkImport } from '../imports/check-import';
import { createImport } from '../imports/create-import';
import { getImport } from '../imports/get-import';
import { listRowsOfImport } from '../imports/list-import-rows';
import { runImport } from '../imports/run-import';
import { undoImport } from '../imports/undo-import';
import type { UseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { getContract } from '../revenue/contracts/get-contract';
import { getRun } from '../revenue/runs/get-run';
import { getTransaction } from '../transactions/get-transaction';
import { listTransactions } from '../transactions/list-transactions';
import { reverseTransaction } from '../transactions/posting/reverse-transaction';
import { createCutOver } from './create-cut-over';
import { openCutOver, reverseOpening } from './open-cut-over';
import { proposeOpening, withdrawOpening } from './propose-opening';
import { showProof } from './show-proof';

const DAY = '2025-01-31';
const BALANCES = [
  ['1110', '1000.00', ''],
  ['3300', '', '1000.00'],
];

let books: TestOrganization;
let cutOverId: string;
beforeEach(async () => {
  books = await foundTestOrganization({ today: '2026-02-10' });
  cutOverId = (await preparer(createCutOver, { cutOverDate: DAY })).id;
  await fourEyes(null);
});
afterAll(closeConnections);

/** Requires four eyes from a size on; null: of everything. */
const fourEyes = (threshold: string | null) =>
  withOwner((owner) =>
    owner.query(
      `update organizations set segregation_of_duties = 'enforce', segregation_threshold = $2 where id = $1`,
      [books.organizationId, threshold],
    ),
  );
type Ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown) => Promise<Output>;
const preparer: Ask = (useCase, input) => runForOutput(useCase, books.callAs('controller'), input);
const approver: Ask = (useCase, input) => runForOutput(useCase, books.callAs('admin'), input);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { refusal?: { code: string; data: { reason?: string } } }) =>
      error.refusal?.data.reason ?? error.refusal?.code ?? String(error),
  );
const documents = async () => (await approver(listTransactions, {})).total;
const proof = () => approver(showProof, { id: cutOverId });

async function upload(noun: string, columns: readonly string[], rows: readonly (readonly string[])[]) {
  return (await preparer(createImport, { noun, fileName: `${noun}.csv`, columns, rows, cutOverId })).id;
}
async function balancesImported(rows = BALANCES): Promise<string> {
  const id = await upload('openingBalances', ['Account', 'Debit', 'Credit'], rows);
  await preparer(runImport, { id });
  return id;
}

describe('opening the books where four eyes are required', () => {
  it('takes two people: no one opens them alone, neither directly nor by a proposal of their own', async () => {
    await balancesImported();
    const before = await documents();
    expect(await refusalOf(preparer(openCutOver, { id: cutOverId }))).toBe('SECOND_PERSON');
    expect((await proof()).opening).toEqual({ needsTwo: true, isProposed: false, isOwn: false });
    await preparer(proposeOpening, { id: cutOverId });
    expect(await refusalOf(preparer(openCutOver, { id: cutOverId }))).toBe('SELF_APPROVAL');
    expect(await documents()).toBe(before);
    expect((await proof()).cutOver.openingTransactionId).toBeNull();
  });

  it('posts an entry prepared by who proposed it and approved by who opened them', async () => {
    await balancesImported();
    await preparer(proposeOpening, { id: cutOverId });
    const waiting = await proof();
    expect(waiting.opening).toEqual({ needsTwo: true, isProposed: true, isOwn: false });
    expect(waiting.missing).toContain(
      'The opening entry is not made: controller of the test proposed to open the books, and someone else must approve it.',
    );
    await approver(openCutOver, { id: cutOverId });
    const { isProved, cutOver } = await proof();
    expect(isProved).toBe(true);
    const entry = await approver(getTransaction, { id: cutOver.openingTransactionId });
    expect(entry).toMatchObject({
      status: 'POSTED',
      createdBy: books.users.controller.id,
      approvedBy: books.users.admin.id,
    });
  });

  it('asks one person alone for less than the threshold, and two from the threshold on', async () => {
    await balancesImported();
    await fourEyes('1000.01');
    expect((await proof()).opening.needsTwo).toBe(false);
    await preparer(openCutOver, { id: cutOverId });
    await preparer(reverseOpening, { id: cutOverId, reason: 'Once more with two.' });
    await fourEyes('1000.00');
    expect(await refusalOf(preparer(openCutOver, { id: cutOverId }))).toBe('SECOND_PERSON');
  });
});

describe('a proposal to open the books', () => {
  it('keeps the imported figures as they are until it is withdrawn, with the reason', async () => {
    const balances = await balancesImported();
    await preparer(proposeOpening, { id: cutOverId });
    const late = await upload('openingBalances', ['Account', 'Debit', 'Credit'], [['6900', '1.00', '']]);
    expect(await refusalOf(preparer(runImport, { id: late }))).toBe('IN_USE');
    expect(await refusalOf(preparer(undoImport, { id: balances }))).toBe('IN_USE');
    expect((await proof()).imbalance).toBe('0.00');
    await approver(withdrawOpening, { id: cutOverId, reason: 'A file was wrong.' });
    expect(await refusalOf(approver(openCutOver, { id: cutOverId }))).toBe('SECOND_PERSON');
    await preparer(undoImport, { id: balances });
    expect(await refusalOf(approver(withdrawOpening, { id: cutOverId, reason: 'Again' }))).toBe(
      'INVALID_STATUS_TRANSITION',
    );
  });

  it('made again by the same person changes nothing, and by someone else it is refused', async () => {
    await balancesImported();
    const first = await preparer(proposeOpening, { id: cutOverId });
    expect(await preparer(proposeOpening, { id: cutOverId })).toEqual(first);
    expect(await refusalOf(approver(proposeOpening, { id: cutOverId }))).toBe('IN_USE');
    expect((await proof()).cutOver.openingProposedByName).toBe('controller of the test');
  });

  it('of two people at once is one person’s, and two who approve it at once open the books once', async () => {
    await balancesImported();
    const held = holdRow('cut_overs', books.organizationId, cutOverId);
    const both = valuesOf(
      await contend(
        held,
        [preparer, approver].map((one) => () => refusalOf(one(proposeOpening, { id: cutOverId }))),
      ),
    );
    expect(both.sort()).toEqual(['IN_USE', 'none']);
    const isPreparers = (await proof()).cutOver.openingProposedBy === books.users.controller.id;
    const other = isPreparers ? approver : preparer;
    const before = await documents();
    const opened = valuesOf(
      await contend(
        held,
        [1, 2].map(() => () => refusalOf(other(openCutOver, { id: cutOverId }))),
      ),
    );
    expect(opened.sort()).toEqual(['IN_USE', 'none']);
    expect(await documents()).toBe(before + 1);
  });

  it('is refused without a trial balance that balances, and while a file waits for a second person', async () => {
    expect(await refusalOf(preparer(proposeOpening, { id: cutOverId }))).toBe('INCOMPLETE_DOCUMENT');
    await balancesImported([...BALANCES, ['6900', '0.01', '']]);
    expect(await refusalOf(preparer(proposeOpening, { id: cutOverId }))).toBe('NOT_BALANCED');
    const items = await upload(
      'openReceivables',
      ['Number', 'Customer', 'Date', 'Due date', 'Amount', 'Open amount'],
      [['R-1', 'Northwind', '2024-11-20', '2024-12-20', '120.00', '80.00']],
    );
    await preparer(runImport, { id: items });
    expect((await approver(getImport, { id: items })).importStatus).toBe('PROPOSED');
    expect(await refusalOf(preparer(proposeOpening, { id: cutOverId }))).toBe('IN_USE');
    expect((await proof()).opening.isProposed).toBe(false);
  });
});

describe('contracts of an earlier system where four eyes are required', () => {
  const COLUMNS = [
    ...['Contract', 'Customer', 'Contract date', 'Billed to date', 'Taken over by', 'Obligation', 'Price'],
    ...['Recognized to date', 'Start', 'End'],
  ];
  const CONTRACT = [
    ...['K-1', 'Northwind', '2024-12-01', '1200.00', 'carry over', 'Plan', '1200.00', '200.00'],
    ...['2024-12-01', '2025-11-30'],
  ];
  const DEFERRED = [
    ['1110', '1000.00', ''],
    ['2310', '', '1000.00'],
  ];

  it('are checked by who uploaded them and imported by someone else, whose run approves them', async () => {
    const id = await upload('openContracts', COLUMNS, [CONTRACT]);
    expect((await preparer(checkImport, { id })).counts).toMatchObject({ ready: 1, failed: 0 });
    expect(await refusalOf(preparer(runImport, { id }))).toBe('SELF_APPROVAL');
    expect((await proof()).contracts).toEqual([]);
    expect((await approver(runImport, { id })).counts).toMatchObject({ imported: 1, failed: 0 });
    const [taken] = (await proof()).contracts;
    const { contract } = await approver(getContract, { id: taken?.contractId });
    expect(contract).toMatchObject({ contractStatus: 'ACTIVE', preparedBy: [books.users.controller.id] });
  });

  it('below the threshold are imported by who uploaded them; one that reaches it is refused in its row', async () => {
    await fourEyes('1500.00');
    const large = [...CONTRACT.slice(0, 6), '2000.00', ...CONTRACT.slice(7)];
    const id = await upload('openContracts', COLUMNS, [CONTRACT, ['K-2', ...large.slice(1)]]);
    expect((await preparer(runImport, { id })).counts).toMatchObject({ imported: 1, failed: 1 });
    const { rows } = await preparer(listRowsOfImport, { id, state: 'FAILED', limit: 10 });
    expect(rows.map(({ errorMessage }) => errorMessage)).toEqual([
      'Someone else must do this because you prepared it.',
    ]);
    expect((await approver(runImport, { id })).counts).toMatchObject({ imported: 2, failed: 0 });
  });

  it('are recognized by the run proposed with the opening, which is discarded when the proposal is withdrawn', async () => {
    const id = await upload('openContracts', COLUMNS, [CONTRACT]);
    await approver(runImport, { id });
    await balancesImported(DEFERRED);
    const first = await preparer(proposeOpening, { id: cutOverId });
    await approver(withdrawOpening, { id: cutOverId, reason: 'Wait for the auditors.' });
    expect((await approver(getRun, { id: first.openingRunId })).runStatus).toBe('DISCARDED');
    const { openingRunId } = await preparer(proposeOpening, { id: cutOverId });
    await approver(openCutOver, { id: cutOverId });
    expect(await approver(getRun, { id: openingRunId })).toMatchObject({
      runStatus: 'POSTED',
      createdBy: books.users.controller.id,
    });
    expect(await proof()).toMatchObject({ isProved: true, missing: [] });
  });
});

describe('an opening entry', () => {
  it('is reversed with its cut-over and not as a separate document', async () => {
    await balancesImported();
    await preparer(proposeOpening, { id: cutOverId });
    await approver(openCutOver, { id: cutOverId });
    const { openingTransactionId: id } = (await proof()).cutOver;
    const before = await documents();
    expect(await refusalOf(approver(reverseTransaction, { id, reversalReason: 'No' }))).toBe('IN_USE');
    expect(await documents()).toBe(before);
    await approver(reverseOpening, { id: cutOverId, reason: 'A file was wrong.' });
    expect((await approver(getTransaction, { id })).status).toBe('REVERSED');
    expect((await proof()).opening).toMatchObject({ isProposed: false });
  });
});
