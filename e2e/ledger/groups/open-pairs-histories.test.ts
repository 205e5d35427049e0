import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { approvedDocument, postedDocument, type TestDocument } from '@/testing/documents';
import { acceptDifferences } from '@/usecases/intercompany/accept-differences';
import { mirrorMissing } from '@/usecases/intercompany/mirror-documents';
import { pairDocuments } from '@/usecases/intercompany/pair-documents';
import { runForOutput } from '@/usecases/kit/run';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { randomFrom } from '../../support/sample';
import { foundGroup, type Group } from './group';
import { pairList } from './pair-list';

// Proves the laws documents/keep-open-pairs and documents/judge-pairs of prisma/sql in random histories.

let group: Group;
beforeAll(async () => {
  group = await foundGroup();
});
afterAll(closeConnections);

const { query, fold, judge, listed, isOpen, everyPair, compared, eliminate, setAccounts, reverse } = pairList(
  () => group,
);

describe('pairs that may disagree', () => {
  it('are all that do, in any order of what happens and however much was compared', async () => {
    const { org, us, de, stands, accounts } = group;
    const seed = Number(process.env.DAYBOOK_SEED ?? 20261218);
    const random = randomFrom(seed);
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    const any = async (statuses: readonly string[], kinds = 'true') =>
      pick(
        await query<{ id: string }>(
          `select id from business_transactions where transaction_status = any ($1) and reverses_transaction_id is null and ${kinds} order by id`,
          [statuses],
        ),
      )?.id;
    const line = (accountId: string, unitPrice: string) => ({ accountId, unitPrice });
    const wishes: readonly TestDocument[] = [
      { entityId: stands.de.customer, lines: [line(accounts.income, '90.00')] },
      {
        kind: 'VENDOR_BILL',
        entityId: stands.us.vendor,
        subsidiaryId: de,
        lines: [line(accounts.charge, '70.00')],
      },
      { kind: 'JOURNAL', lines: [line(accounts.from, '50.00'), line(org.account('1110'), '-50.00')] },
      { kind: 'VENDOR_BILL', lines: [line(org.account('6900'), '60.00'), line(accounts.from, '40.00')] },
      { kind: 'CUSTOMER_PAYMENT', entityId: stands.de.customer },
    ];
    const document = () => ({
      transactionDate: pick(['2026-02-10', '2026-03-05', '2026-03-31', '2026-04-02']) ?? '2026-03-05',
      ...pick(wishes),
    });
    const accountant = org.callAs('accountant');
    const postDraft = async () => {
      const id = await any(['DRAFT', 'APPROVED']);
      if (id === undefined) return;
      await group.approve(id).catch(() => undefined);
      await group.post(id, pick(['2026-03-05', '2026-04-03']) ?? '2026-03-05');
    };
    const edit = async () => {
      const id = await any(['DRAFT'], `kind = 'VENDOR_BILL'`);
      if (id === undefined) return;
      const one = { lineNumber: 1, lineType: 'SERVICE', description: 'Other', quantity: '1' };
      await runForOutput(updateTransaction, accountant, {
        ...{
          id,
          lines: [{ ...one, unitPrice: '80.00', accountId: pick([accounts.charge, org.account('6900')]) }],
        },
      } as never);
    };
    const withId = async (statuses: readonly string[], verb: (id: string) => Promise<unknown>) => {
      const id = await any(statuses);
      if (id !== undefined) await verb(id);
    };
    const accept = async () => {
      const pair = pick((await everyPair({})).filter(isOpen));
      if (pair === undefined) return;
      await runForOutput(acceptDifferences, org.callAs('controller'), { id: pair.id, reason: 'It is so' });
    };
    const pairTwo = async () => {
      const [sourceId, mirrorId] = [
        await any(['APPROVED', 'POSTED']),
        await any(['APPROVED', 'POSTED', 'DRAFT']),
      ];
      if (sourceId === undefined || mirrorId === undefined) return;
      await runForOutput(pairDocuments, accountant, { sourceId, mirrorId });
    };
    const eliminated = [accounts.receivable, accounts.charge, org.account('6900')];
    const steps: readonly (readonly [name: string, weight: number, step: () => Promise<unknown>])[] = [
      ['posted', 6, () => postedDocument(org, document())],
      ['approved', 2, () => approvedDocument(org, document())],
      ['a draft posted', 9, postDraft],
      ['a draft changed', 2, edit],
      ['reversed', 3, () => withId(['POSTED'], reverse)],
      [
        'canceled',
        2,
        () =>
          withId(['APPROVED', 'DRAFT'], (id) =>
            runForOutput(cancelTransaction, accountant, { id, reason: 'Wrong' }),
          ),
      ],
      [
        'a draft removed',
        1,
        () => withId(['DRAFT'], (id) => runForOutput(removeTransaction, accountant, { id })),
      ],
      ['differences accepted', 3, accept],
      ['paired by hand', 3, pairTwo],
      ['mirrors made', 1, () => runForOutput(mirrorMissing, accountant, {})],
      ['accounts set', 1, () => setAccounts(true)],
      ['accounts removed', 1, () => setAccounts(false)],
      ['an account eliminated', 2, () => eliminate(pick(eliminated) ?? accounts.charge, true)],
      ['an account not eliminated', 1, () => eliminate(pick(eliminated) ?? accounts.charge, false)],
      ['a few compared', 3, () => judge(2)],
      ['all compared', 4, () => judge(1_000)],
      ['folded', 3, () => fold(1_000)],
    ];
    const bag = steps.flatMap((step) => Array.from({ length: step[1] }, () => step));
    let asked = 0;
    const [most, left] = [{ open: 0 }, { agreed: 0 }];
    const history: string[] = [];
    while (asked < 500 || most.open < 5 || left.agreed < 5) {
      const [name, , step] = pick(bag) ?? bag[0] ?? ['', 0, async () => undefined];
      history.push(name);
      await step().catch((error: unknown) => {
        if (!(error instanceof Error) || !('refusal' in error)) throw error;
      });
      asked += await compared(`${seed}: ${history.slice(-12).join(', ')}`);
      const every = await everyPair({});
      most.open = Math.max(most.open, every.filter(isOpen).length);
      left.agreed = Math.max(left.agreed, every.length - (await listed()).length);
    }
    expect(asked).toBeGreaterThanOrEqual(500);
    expect(us).not.toBe(de);
  });
});
