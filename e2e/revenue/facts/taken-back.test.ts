import { afterAll, describe, expect, it } from 'vitest';
import type { Principal } from '@/core/principal';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { postedDocument } from '@/testing/documents';
import { doorFor } from '@/testing/door';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { fingerprint } from '../../support/fingerprint';
import { openBooks } from '../books';

afterAll(closeConnections);

/** A contract with a recorded payment, and the two verbs that undo it over REST. */
async function paid() {
  const books = await openBooks();
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    price: { fixed: '5000' },
    obligations: [{ key: 'A', ssp: '5000', pattern: { kind: 'POINT' } }],
  });
  const { events } = await books.tell(contract.id, {
    kind: 'payment',
    effectiveDate: '2026-01-10',
    amount: '5000',
  });
  const factId = events.at(-1)?.event.id ?? '';
  const send = async (verb: 'void' | 'replace', principal: Principal, id: string) => {
    const event = { kind: 'payment', effectiveDate: '2026-01-10', amount: '500' };
    const { status, json } = await doorFor(surfaceC, principal).send(
      'POST',
      `/api/v1/revenue/events/${id}/${verb}`,
      { body: { reason: 'A zero too many', ...(verb === 'replace' && { event }) } },
    );
    return { status, body: json as Record<string, unknown> };
  };
  return { books, contractId: contract.id, factId, send };
}

const VERBS = ['void', 'replace'] as const;

describe('a fact is voided or replaced by those who may record it', () => {
  it('and by no one else: a reader is refused with 403, another subsidiary and another organization find nothing, and nothing changes', async () => {
    const { books, contractId, factId, send } = await paid();
    const { org } = books;
    const { id: branch } = await runForOutput(createSubsidiary, org.callAs('admin'), {
      name: 'Branch',
      code: 'B',
    });
    const stranger = (await openBooks()).org.principals.admin;
    const before = await fingerprint(org.organizationId);
    for (const verb of VERBS) {
      expect(await send(verb, org.principals.auditor, factId)).toMatchObject({
        status: 403,
        body: { code: 'INSUFFICIENT_PERMISSIONS' },
      });
      const confined = { ...org.principals.admin, subsidiaryScope: [branch] };
      expect((await send(verb, confined, factId)).status).toBe(404);
      expect((await send(verb, stranger, factId)).status).toBe(404);
    }
    expect(await fingerprint(org.organizationId)).toEqual(before);
    expect(await send('replace', org.principals.revenue, factId)).toMatchObject({ status: 200 });
    expect((await books.read(contractId)).balances.paid).toBe('500.00');
  });

  it('once: a void fact is neither voided nor replaced again, it stays visible with who voided it and why, and nothing changes', async () => {
    const { books, contractId, factId, send } = await paid();
    const { org } = books;
    expect((await send('void', org.principals.revenue, factId)).status).toBe(200);
    const { events, balances } = await books.read(contractId);
    expect(balances.paid).toBe('0.00');
    expect(events.map(({ event }) => event.kind)).toEqual(
      expect.arrayContaining(['created', 'activated', 'payment', 'voided']),
    );
    expect(events.at(-1)?.event).toMatchObject({ kind: 'voided', of: factId, reason: 'A zero too many' });
    const before = await fingerprint(org.organizationId);
    for (const verb of VERBS) {
      expect(await send(verb, org.principals.revenue, factId)).toMatchObject({
        status: 400,
        body: { details: { rule: 'ALREADY_VOIDED' } },
      });
    }
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });

  it('but not one that a document made: it is refused with the document, and nothing changes; reversing the document withdraws it', async () => {
    const { books, contractId, send } = await paid();
    const { org } = books;
    const invoice = await postedDocument(org, {
      transactionDate: '2026-01-20',
      revenueContractId: contractId,
      lines: [{ unitPrice: '5000' }],
    });
    const { events } = await books.read(contractId);
    const billed = events.find(({ event }) => event.kind === 'invoice')?.event.id ?? '';
    const before = await fingerprint(org.organizationId);
    for (const verb of VERBS) {
      expect(await send(verb, org.principals.revenue, billed)).toMatchObject({
        status: 400,
        body: {
          message: 'A document recorded this. Reverse the document.',
          details: { rule: 'DOCUMENT_FACT', sourceId: invoice.id },
        },
      });
    }
    expect(await fingerprint(org.organizationId)).toEqual(before);
    await runForOutput(reverseTransaction, org.callAs('controller'), {
      id: invoice.id,
      reversalReason: 'Never sent',
      reversalDate: '2026-01-25',
    });
    expect((await books.read(contractId)).balances.billed).toBe('0.00');
    await books.tiesOut();
  });
});
