import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { contend, holdWrites } from '@/testing/contenders';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '../kit/run';
import { createBudget, updateBudget } from './budget-records';
import { getSnapshot, listSnapshots, recordSnapshot } from './budget-snapshot-records';
import { createBudgetView, updateBudgetView } from './budget-view-records';
import {
  approveChangeOrder,
  createChangeOrder,
  listChangeOrders,
  rejectChangeOrder,
} from './change-order-records';
import { createCommitment, listCommitments } from './commitment-records';
import { createCompany, updateCompany } from './company-records';
import { createPurchaseOrder } from './create-purchase-order';
import { createPrimeContract, getPrimeContract, listPrimeContracts } from './prime-contract-records';
import { createProject, listProjects, updateProject } from './project-records';
import { movePurchaseOrder } from './purchase-order-records';
import { listBudgetViews, showBudgetView } from './show-budget-view';

let books: TestOrganization;
let projectId: string;
let budgetId: string;
let budgetViewId: string;

const call = () => books.callAs('controller');
const view = () => runForOutput(showBudgetView, call(), { id: budgetViewId });
const rowOf = async (costCode: string) => (await view()).rows.find((row) => row.costCode === costCode);

beforeAll(async () => {
  books = await foundTestOrganization({ today: '2026-11-21' });
  const company = await runForOutput(createCompany, call(), {
    code: 'ACME',
    name: 'Acme Construction',
    subsidiaryIds: [books.ids.rootSubsidiary],
  });
  const project = await runForOutput(createProject, call(), {
    companyId: company.id,
    code: 'P-1',
    name: 'Harbour Hall',
    subsidiaryId: books.ids.rootSubsidiary,
    currencyCode: 'USD',
  });
  projectId = project.id;
  const budget = await runForOutput(createBudget, call(), {
    projectId,
    name: 'Original budget',
    lines: [
      {
        costCode: '03-100',
        description: 'Concrete',
        category: 'MATERIAL',
        originalAmount: '1000',
        accountIds: [books.account('5400')],
      },
      {
        costCode: '01-500',
        description: 'Site office',
        category: 'OTHER',
        originalAmount: 500.5,
        forecastToComplete: '100',
      },
    ],
  });
  budgetId = budget.id;
  budgetViewId = (
    await runForOutput(createBudgetView, call(), { projectId, budgetId, name: 'Standard', isDefault: true })
  ).id;
});
afterAll(closeConnections);

describe('a budget view', () => {
  it('shows the current commitments and ledger actuals of its project, with unbudgeted ones in separate rows', async () => {
    await runForOutput(createCommitment, call(), {
      projectId,
      title: 'Concrete works',
      committedOn: '2026-10-01',
      lines: [{ costCode: '03-100', description: 'Slab', quantity: '10', unitPrice: '55.555' }],
    });
    await appendTestEntries(books, [
      {
        date: '2026-11-02',
        lines: [
          { code: '5400', debit: '300', projectId },
          { code: '6210', debit: '40', projectId },
          { code: '1110', credit: '340' },
        ],
      },
      {
        date: '2026-11-02',
        lines: [
          { code: '5400', debit: '77', projectId: newId() },
          { code: '1110', credit: '77' },
        ],
      },
    ]);
    expect(await rowOf('03-100')).toMatchObject({
      originalAmount: '1000.00',
      committedAmount: '555.55',
      actualAmount: '300.00',
      projectedAmount: '555.55',
      varianceAmount: '444.45',
    });
    expect(await rowOf('')).toMatchObject({ actualAmount: '40.00', isBudgeted: false });
    expect((await view()).totals).toMatchObject({ originalAmount: '1500.50', actualAmount: '340.00' });
  });

  it('frozen in a snapshot does not change when the budget does', async () => {
    const taken = await runForOutput(recordSnapshot, call(), { budgetViewId, name: 'Before the change' });
    const lines = [
      { costCode: '03-100', description: 'Concrete', category: 'MATERIAL', originalAmount: '2000' },
    ];
    await runForOutput(updateBudget, call(), { id: budgetId, data: { lines } });
    expect((await view()).totals.originalAmount).toBe('2000.00');
    const found = await runForOutput(getSnapshot, call(), { id: taken.id });
    expect(found.totals).toMatchObject({ originalAmount: '1500.50', actualAmount: '340.00' });
    expect(found.lines.map((line) => line.costCode)).toEqual(['03-100', '01-500', '']);
    expect((await runForOutput(listSnapshots, call(), { projectId })).total).toBe(1);
  });

  it('refuses a budget with one cost code twice in a category, an account on two lines, or a fraction of a cent', async () => {
    const line = { costCode: 'a', category: 'x', originalAmount: '1' };
    const make = (lines: object[]) =>
      runForOutput(createBudget, call(), { projectId, name: 'n', isCurrent: false, lines });
    const accountIds = [books.account('5400')];
    for (const lines of [
      [line, line],
      [
        { ...line, accountIds },
        { ...line, costCode: 'b', accountIds },
      ],
      [{ ...line, originalAmount: '1.005' }],
    ]) {
      await expect(make(lines)).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    }
  });
});

describe('a purchase order', () => {
  const order = (more: object = {}) =>
    runForOutput(createPurchaseOrder, call(), {
      projectId,
      vendorId: books.ids.vendor,
      orderDate: '2026-11-20',
      lines: [
        { costCode: '05-200', description: 'Glass', quantity: '3', unitPrice: '33.335' },
        { costCode: '05-200', description: 'Frames', quantity: '1', unitPrice: '10' },
      ],
      ...more,
    });

  it('is also a commitment on the project’s budget until it is cancelled', async () => {
    const made = await order({ externalReference: 'ext-1' });
    expect(made).toMatchObject({ totalAmount: '110', orderState: 'ISSUED' });
    expect(made.orderNumber).toMatch(/^PO-\d{5}$/);
    expect(made.lines.map((line) => line.amount)).toEqual(['100', '10']);
    const { rows } = await runForOutput(listCommitments, call(), { projectId });
    expect(rows.find((row) => row.id === made.commitmentId)).toMatchObject({
      commitmentKind: 'PURCHASE_ORDER',
      commitmentNumber: made.commitmentNumber,
      revisedAmount: '110.00',
    });
    expect(await rowOf('05-200')).toMatchObject({ committedAmount: '110.00' });
    await runForOutput(movePurchaseOrder, call(), { id: made.id, orderState: 'CANCELLED' });
    expect(await rowOf('05-200')).toBeUndefined();
    await expect(
      runForOutput(movePurchaseOrder, call(), { id: made.id, orderState: 'RECEIVED' }),
    ).rejects.toMatchObject({
      refusal: { code: 'INVALID_STATUS_TRANSITION' },
    });
  });

  it('is refused with an unknown vendor, another currency or a reference already used, and leaves no commitment', async () => {
    const count = async () => (await runForOutput(listCommitments, call(), { projectId })).total;
    const before = await count();
    await expect(order({ vendorId: newId() })).rejects.toMatchObject({
      refusal: { code: 'REFERENCE_NOT_FOUND' },
    });
    await expect(order({ currencyCode: 'EUR' })).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
    await expect(order({ externalReference: 'ext-1' })).rejects.toMatchObject({
      refusal: { code: 'DUPLICATE' },
    });
    await expect(order({ projectId: newId() })).rejects.toMatchObject({ refusal: { code: 'NOT_FOUND' } });
    expect(await count()).toBe(before);
  });
});

describe('a change order', () => {
  it('takes effect once it is approved, and only once, even with simultaneous approvals', async () => {
    const contract = await runForOutput(createPrimeContract, call(), {
      projectId,
      title: 'Harbour Hall',
      contractDate: '2026-01-15',
      retainagePercent: '5',
      lines: [{ description: 'Works', amount: '10000', billedAmount: '2000' }],
    });
    const change = await runForOutput(createChangeOrder, call(), {
      primeContractId: contract.id,
      title: 'More windows',
      amount: '750',
      requestedOn: '2026-06-01',
    });
    const pending = await runForOutput(getPrimeContract, call(), { id: contract.id });
    expect(pending).toMatchObject({ revisedAmount: '10000.00', pendingChanges: '750.00' });
    const outcomes = await contend(
      holdWrites(call().principal.organizationId),
      Array.from({ length: 4 }, () => () => runForOutput(approveChangeOrder, call(), { id: change.id })),
    );
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const approved = await runForOutput(listPrimeContracts, call(), { projectId });
    expect(approved.rows[0]).toMatchObject({
      revisedAmount: '10750.00',
      pendingChanges: '0.00',
      billedAmount: '2000.00',
      retainageAmount: '100.00',
      remainingAmount: '8750.00',
    });
    await expect(runForOutput(rejectChangeOrder, call(), { id: change.id })).rejects.toMatchObject({
      refusal: { code: 'INVALID_STATUS_TRANSITION' },
    });
  });

  it('to a commitment raises the committed amount on the budget', async () => {
    const commitment = await runForOutput(createCommitment, call(), {
      projectId,
      title: 'Roof',
      committedOn: '2026-10-01',
      lines: [{ costCode: '07-300', description: 'Roof', quantity: '1', unitPrice: '100' }],
    });
    const change = await runForOutput(createChangeOrder, call(), {
      commitmentId: commitment.id,
      title: 'Gutters',
      amount: '20.50',
      requestedOn: '2026-11-01',
    });
    expect(await rowOf('07-300')).toMatchObject({ committedAmount: '100.00' });
    await runForOutput(approveChangeOrder, call(), { id: change.id });
    expect(await rowOf('07-300')).toMatchObject({ committedAmount: '120.50' });
  });
});

describe('the change orders of a commitment', () => {
  it('are read page by page in the order of their numbers, each once, without those of another', async () => {
    const made = [];
    for (const title of ['Walls', 'Doors'])
      made.push(
        await runForOutput(createCommitment, call(), {
          ...{ projectId, title, committedOn: '2026-10-01' },
          lines: [{ costCode: '08-100', description: title, quantity: '1', unitPrice: '100' }],
        }),
      );
    const numbers = [];
    for (let n = 0; n < 9; n += 1)
      for (const commitment of made) {
        const { changeNumber } = await runForOutput(createChangeOrder, call(), {
          ...{ commitmentId: commitment.id, title: `Change ${n}`, amount: '1', requestedOn: '2026-11-01' },
        });
        if (commitment === made[0]) numbers.push(changeNumber);
      }
    const found: string[] = [];
    for (const page of [1, 2, 3, 4]) {
      const asked = { commitmentId: made[0]?.id, page, limit: 4 };
      const { rows, total } = await runForOutput(listChangeOrders, call(), asked);
      expect([total, rows.length]).toEqual([9, [4, 4, 1, 0][page - 1]]);
      found.push(...rows.map(({ changeNumber }) => changeNumber));
    }
    expect(found).toEqual([...numbers].sort());
  });
});

describe('what a project is bound to', () => {
  it('is added up by cost code, the same as commitment by commitment: changed ones spread over their lines, canceled ones left out', async () => {
    const before = committedIn(await view());
    const added = new Map<string, number>();
    let drawn = 27;
    const among = (most: number) => {
      drawn = (drawn * 48_271) % 2_147_483_647;
      return drawn % most;
    };
    for (let n = 0; n < 12; n += 1) {
      const codes = Array.from({ length: 1 + among(4) }, () => `9${among(5)}-000`);
      // In cents, so that sums are exact.
      const cents = codes.map(() => 100 * (1 + among(50)));
      const { id } = await runForOutput(createCommitment, call(), {
        projectId,
        title: `Drawn ${n}`,
        committedOn: '2026-10-01',
        commitmentState: n % 4 === 3 ? 'VOID' : 'APPROVED',
        lines: codes.map((costCode, at) => ({
          costCode,
          description: 'Drawn',
          quantity: '1',
          unitPrice: String((cents[at] ?? 0) / 100),
        })),
      });
      if (n % 4 === 3) continue;
      const total = cents.reduce((one, other) => one + other, 0);
      const isChanged = n % 3 === 0;
      if (isChanged) {
        // As much again: each line doubles.
        const { id: changeId } = await runForOutput(createChangeOrder, call(), {
          commitmentId: id,
          title: 'More',
          amount: String(total / 100),
          requestedOn: '2026-11-01',
        });
        await runForOutput(approveChangeOrder, call(), { id: changeId });
      }
      codes.forEach((code, at) => {
        added.set(code, (added.get(code) ?? 0) + (cents[at] ?? 0) * (isChanged ? 2 : 1));
      });
    }
    const after = committedIn(await view());
    expect(Object.fromEntries(after)).toEqual({
      ...Object.fromEntries(before),
      ...Object.fromEntries([...added].map(([code, sum]) => [code, (sum / 100).toFixed(2)])),
    });
    const { rows } = await runForOutput(listBudgetViews, call(), { projectId });
    expect(rows.find(({ id }) => id === budgetViewId)).toEqual(await view());
  });
});

const committedIn = ({ rows }: Awaited<ReturnType<typeof view>>) =>
  new Map(rows.map(({ costCode, committedAmount }) => [costCode, committedAmount]));

describe('an update', () => {
  it('changes the given fields and keeps the rest', async () => {
    const company = await runForOutput(createCompany, call(), {
      code: 'KEEP',
      name: 'Keep',
      subsidiaryIds: [books.ids.rootSubsidiary],
    });
    const renamed = await runForOutput(updateCompany, call(), { id: company.id, data: { name: 'Kept' } });
    expect(renamed).toMatchObject({ name: 'Kept', subsidiaryIds: [books.ids.rootSubsidiary] });
    const made = await runForOutput(createProject, call(), {
      companyId: company.id,
      code: 'K-1',
      name: 'Keep',
      subsidiaryId: books.ids.rootSubsidiary,
      currencyCode: 'USD',
      projectStatus: 'PLANNED',
    });
    const moved = await runForOutput(updateProject, call(), { id: made.id, data: { endDate: '2027-01-31' } });
    expect(moved).toMatchObject({ projectStatus: 'PLANNED', endDate: '2027-01-31' });
    const shown = await runForOutput(updateBudgetView, call(), { id: budgetViewId, data: { name: 'Main' } });
    expect(shown).toMatchObject({ name: 'Main', isDefault: true, groupBy: 'category' });
  });

  it('to a subsidiary that does not exist is refused', async () => {
    const subsidiaryIds = [newId()];
    await expect(
      runForOutput(createCompany, call(), { code: 'X', name: 'X', subsidiaryIds }),
    ).rejects.toMatchObject({ refusal: { code: 'REFERENCE_NOT_FOUND' } });
  });
});

describe('an external company’s key', () => {
  it('sees its own projects and no others', async () => {
    const other = await runForOutput(createCompany, call(), { code: 'OTHER', name: 'Other' });
    const key = { ...call(), principal: { ...books.principals.controller, companyId: other.id } };
    expect(await runForOutput(listProjects, key, {})).toEqual({ rows: [], total: 0, isCounted: true });
    await expect(runForOutput(showBudgetView, key, { id: budgetViewId })).rejects.toMatchObject({
      refusal: { code: 'NOT_FOUND' },
    });
  });
});
