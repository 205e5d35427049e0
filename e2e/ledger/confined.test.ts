import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { approvedDocument, createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import type { UseCase } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { explainFigure } from '@/usecases/revenue/reports/explain-figure';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { rejectTransaction } from '@/usecases/transactions/posting/reject-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { submitTransaction } from '@/usecases/transactions/posting/submit-transaction';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { openBooks } from '../revenue/books';
import { fingerprint } from '../support/fingerprint';

afterAll(closeConnections);

let org: TestOrganization;
let branchId: string;

beforeAll(async () => {
  org = await foundTestOrganization();
  branchId = (await runForOutput(createSubsidiary, org.callAs('admin'), { name: 'Branch', code: 'B' })).id;
});

/** An administrator with every permission, but in one subsidiary only. */
const confinedTo = (organization: TestOrganization, subsidiaryId: string) =>
  organization.callAs('admin', {
    principal: { ...organization.principals.admin, subsidiaryScope: [subsidiaryId] },
  });

interface Attempt {
  readonly does: string;
  readonly verb: UseCase<never, unknown>;
  readonly make: (organization: TestOrganization) => Promise<{ readonly id: string }>;
  readonly more?: object;
}

async function submittedDocument(organization: TestOrganization) {
  const { id } = await createDocument(organization);
  return runForOutput(submitTransaction, organization.callAs('accountant'), { id });
}

const ATTEMPTS = [
  { does: 'submits', verb: submitTransaction, make: createDocument },
  { does: 'approves', verb: approveTransaction, make: createDocument },
  { does: 'rejects', verb: rejectTransaction, make: submittedDocument },
  { does: 'cancels', verb: cancelTransaction, make: createDocument },
  { does: 'changes', verb: updateTransaction, make: createDocument, more: { transaction: { memo: 'New' } } },
  { does: 'deletes', verb: removeTransaction, make: createDocument },
  { does: 'posts', verb: postTransaction, make: approvedDocument },
  { does: 'reverses', verb: reverseTransaction, make: postedDocument, more: { reversalReason: 'Wrong' } },
] as unknown as readonly Attempt[];

describe('a user confined to one subsidiary', () => {
  it.each(ATTEMPTS)(
    '$does no document of another: the answer is the same as for a random id, and nothing changes',
    async ({ verb, make, more }) => {
      const { id } = await make(org);
      const input = { id, ...more };
      const before = await fingerprint(org.organizationId);
      await expect(runForOutput(verb, confinedTo(org, branchId), input)).rejects.toMatchObject({
        refusal: { code: 'NOT_FOUND', data: { id } },
      });
      expect(await fingerprint(org.organizationId)).toEqual(before);
      // Only the document's subsidiary made the difference.
      await runForOutput(verb, confinedTo(org, org.ids.rootSubsidiary), input);
    },
  );

  it('is shown no figure of another subsidiary’s contract', async () => {
    const books = await openBooks();
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      price: { fixed: '1200' },
      obligations: [{ key: 'setup', ssp: '1200', pattern: { kind: 'POINT' } }],
    });
    const elsewhere = await runForOutput(createSubsidiary, books.org.callAs('admin'), {
      name: 'B',
      code: 'B',
    });
    for (const figure of ['transactionPrice', 'revenue', 'deferred', 'contractAsset', 'remaining']) {
      const input = { contractId: contract.id, figure };
      await expect(
        runForOutput(explainFigure, confinedTo(books.org, elsewhere.id), input),
      ).rejects.toMatchObject({ refusal: { code: 'NOT_FOUND', data: { id: contract.id } } });
      await runForOutput(explainFigure, confinedTo(books.org, books.org.ids.rootSubsidiary), input);
    }
  });
});
