import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { doorFor, type Sent } from '@/testing/door';
import { runForOutput } from '@/usecases/kit/run';
import { applyModification } from '@/usecases/revenue/contracts/modifications/apply-modification';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { fingerprint } from '../../support/fingerprint';
import { type Books, openBooks } from '../books';

afterAll(closeConnections);

/** 1,200 over the twelve months of 2026, 100 a month. */
const year = {
  contractDate: '2026-01-01',
  price: { fixed: '1200' },
  obligations: [
    {
      key: 'service',
      ssp: '1200',
      pattern: {
        kind: 'RATABLE' as const,
        start: '2026-01-01',
        end: '2026-12-31',
        method: 'EVEN_PERIODS' as const,
      },
    },
  ],
};
const send = (books: Books, path: string, body: object): Promise<Sent> =>
  doorFor(surfaceC, books.org.principals.controller).send('POST', `/api/v1/revenue${path}`, { body });

describe('a recognition run ahead of its month', () => {
  let books: Books;
  const ask = (input: object) =>
    runForOutput(createRun, books.org.callAs('revenue'), { period: '2026-04', ...input });
  beforeAll(async () => {
    books = await openBooks('2026-03-31');
    await books.contract(year);
    await books.runThrough('2026-01', '2026-03');
  });

  test('is refused on the last day before the month begins, and nothing changes', async () => {
    const before = await fingerprint(books.org.organizationId);
    await expect(ask({})).rejects.toMatchObject({
      refusal: { data: { rule: 'AHEAD_OF_MONTH', period: '2026-04', today: '2026-03-31' } },
    });
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
  });

  test('can be previewed, and is proposed once that is confirmed', async () => {
    expect(await ask({ preview: true })).toMatchObject({ runStatus: 'PREVIEW' });
    expect(await ask({ confirm: ['AHEAD_OF_MONTH'] })).toMatchObject({ period: '2026-04' });
  });
});

describe('a modification that cuts below what is earned', () => {
  // At the end of September nine twelfths are earned: 900.00 of 1,200.00; 300.00 remain.
  async function earned(): Promise<{ books: Books; id: string }> {
    const books = await openBooks('2026-10-15');
    const { contract } = await books.contract(year);
    await books.runThrough('2026-01', '2026-09');
    return { books, id: contract.id };
  }
  const cut = (priceChange: string) => ({
    date: '2026-10-01',
    priceChange,
    reason: 'Renegotiated in October',
    treatment: 'prospective' as const,
    answers: { priceAtSsp: false },
    obligations: [{ key: 'service', remainingDistinct: true }],
  });

  test('is refused with the amount that would be reversed, and nothing changes', async () => {
    const { books, id } = await earned();
    const before = await fingerprint(books.org.organizationId);
    const sent = await send(books, `/contracts/${id}/modifications`, cut('-500'));
    expect(sent.status, sent.text).toBe(400);
    expect((sent.json as { details: object }).details).toMatchObject({
      rule: 'CUT_BELOW_EARNED',
      amount: '200.00',
    });
    // The other treatment of 25-13 cuts just as deep: of 700.00 in total, 525.00 by then is less than 900.00.
    const other = await send(books, `/contracts/${id}/modifications`, {
      ...cut('-500'),
      treatment: 'catchUp',
    });
    expect((other.json as { details: object }).details).toMatchObject({
      rule: 'CUT_BELOW_EARNED',
      amount: '200.00',
    });
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
  });

  test('down to exactly what is earned needs no confirmation: nothing remains', async () => {
    const { books, id } = await earned();
    const { contract } = await books.modify(id, cut('-300'));
    expect(contract.obligations).toMatchObject([{ allocated: '900.00', remaining: '0.00' }]);
  });

  test('is applied when that is confirmed, and the confirmation is kept in the audit trail', async () => {
    const { books, id } = await earned();
    const { contract } = await runForOutput(applyModification, books.org.callAs('revenue'), {
      id,
      ...cut('-500'),
      confirm: ['CUT_BELOW_EARNED'],
    });
    expect(contract.contract.transactionPrice).toBe('700.00');
    await books.tiesOut();
  });
});
