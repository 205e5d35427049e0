import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { doorFor } from '@/testing/door';
import { runForOutput } from '@/usecases/kit/run';
import { importEvents } from '@/usecases/revenue/events/import-events';
import { replaceFact } from '@/usecases/revenue/events/replace-fact';
import { voidFact } from '@/usecases/revenue/events/void-fact';
import { openBooks } from './books';

afterAll(closeConnections);

/** A contract with an invoice recorded over REST under a reference. */
async function billed() {
  const books = await openBooks();
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    price: { fixed: '5000' },
    obligations: [{ key: 'A', ssp: '5000', pattern: { kind: 'POINT' } }],
  });
  const door = doorFor(surfaceC, books.org.principals.controller);
  const tell = async (event: object, reference = 'INV-7') => {
    const sent = await door.send('POST', `/api/v1/revenue/contracts/${contract.id}/events`, {
      body: { event, reference },
    });
    return { status: sent.status, body: sent.json as { eventId: string; code: string; details: object } };
  };
  const invoice = { kind: 'invoice', effectiveDate: '2026-01-10', amount: '5000' };
  const first = await tell(invoice);
  return { books, id: contract.id, tell, invoice, first };
}

describe('a reference', () => {
  it('sent again with the same content returns what was recorded, and records nothing', async () => {
    const { books, id, tell, invoice, first } = await billed();
    const before = await books.read(id);
    const again = await tell({ ...invoice, amount: '5000.00' });
    expect([again.status, again.body.eventId]).toEqual([first.status, first.body.eventId]);
    expect(await books.read(id)).toEqual(before);
  });

  it('sent with different content is refused with 409, both are shown, and nothing changes', async () => {
    const { books, id, tell, invoice, first } = await billed();
    const before = await books.read(id);
    const refused = await tell({ ...invoice, amount: '500', effectiveDate: '2026-01-11' });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'DUPLICATE',
        message:
          'Reference INV-7 was already recorded with another amount, effectiveDate. Replace that fact, or use another reference.',
        details: {
          field: 'reference',
          value: 'INV-7',
          recorded: { id: first.body.eventId, kind: 'invoice', effectiveDate: '2026-01-10', amount: '5000' },
          told: { kind: 'invoice', effectiveDate: '2026-01-11', amount: '500' },
        },
      },
    });
    expect(await books.read(id)).toEqual(before);
    expect((await tell({ ...invoice, amount: '500' }, 'INV-8')).status).toBe(first.status);
  });

  it('is held to the same rule in an upload: the line is refused, or the whole upload, as requested', async () => {
    const { books, id } = await billed();
    const line = (amount: string, reference: string) => ({
      contractId: id,
      event: { kind: 'invoice' as const, effectiveDate: '2026-01-10', amount },
      reference,
    });
    const send = (mode: 'all' | 'each') =>
      runForOutput(importEvents, books.org.callAs('revenue'), {
        events: [line('5000', 'INV-7'), line('50', 'INV-7'), line('60', 'INV-9')],
        mode,
      });
    const before = await books.read(id);
    await expect(send('all')).rejects.toMatchObject({
      refusal: { code: 'DUPLICATE', data: { value: 'INV-7', line: 2, told: { amount: '50' } } },
    });
    expect(await books.read(id)).toEqual(before);
    expect((await send('each')).results).toMatchObject([
      { outcome: 'REPEATED' },
      { outcome: 'REFUSED', refusal: { code: 'DUPLICATE', data: { recorded: { amount: '5000' } } } },
      { outcome: 'RECORDED' },
    ]);
    expect((await books.read(id)).balances.billed).toBe('5060.00');
  });

  it('sent with different content in an upload over REST, as a list or as a table, is refused with 409, both are shown, and nothing changes', async () => {
    const { books, id, invoice, first } = await billed();
    const door = doorFor(surfaceC, books.org.principals.controller);
    const before = await books.read(id);
    for (const body of [
      { events: [{ contractId: id, event: { ...invoice, amount: '50' }, reference: 'INV-7' }] },
      { csv: `contract,date,kind,amount,reference\n${id},2026-01-10,invoice,50,INV-7\n` },
    ]) {
      const refused = await door.send('POST', '/api/v1/revenue/events/import', { body });
      expect(refused).toMatchObject({
        status: 409,
        json: {
          code: 'DUPLICATE',
          details: {
            field: 'reference',
            value: 'INV-7',
            line: 1,
            recorded: { id: first.body.eventId, amount: '5000' },
            told: { amount: '50' },
          },
        },
      });
    }
    expect(await books.read(id)).toEqual(before);
  });

  it('of a replaced fact returns the replacement, whether sent as it was or as it is now; of a void fact is refused', async () => {
    const { books, id, tell, invoice, first } = await billed();
    const { eventId } = await runForOutput(replaceFact, books.org.callAs('revenue'), {
      id: first.body.eventId,
      event: { kind: 'invoice', effectiveDate: '2026-01-10', amount: '4000' },
      reason: 'A thousand too much',
    });
    for (const amount of ['5000', '4000']) {
      expect((await tell({ ...invoice, amount })).body.eventId).toBe(eventId);
    }
    expect((await tell({ ...invoice, amount: '3000' })).status).toBe(409);
    await runForOutput(voidFact, books.org.callAs('revenue'), { id: eventId, reason: 'Never sent' });
    const before = await books.read(id);
    expect(await tell(invoice)).toMatchObject({
      status: 409,
      body: { message: 'Reference INV-7 belongs to a fact that was voided. Use another reference.' },
    });
    expect(await books.read(id)).toEqual(before);
  });
});
