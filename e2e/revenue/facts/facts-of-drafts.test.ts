import { afterAll, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { MET, openBooks } from '../books';
import { on, point } from '../company';

afterAll(closeConnections);

it('what is paid before a contract is in force is a fact of the draft, and the books pass every check before and after it is activated', async () => {
  const books = await openBooks();
  const call = books.org.callAs('revenue');
  const { id } = await runForOutput(createContract, call, {
    customerId: books.org.ids.customer,
    contractDate: '2026-01-10',
    price: { fixed: '1000' },
    obligations: [point('machine', '1000')],
  });
  await runForOutput(recordEvent, call, {
    id,
    event: { kind: 'payment', ...on('2026-01-15'), amount: '100' },
  });
  const breaches = async () => (await runForOutput(verifyBooks, books.org.callAs('auditor'), {})).breaches;
  expect(await breaches()).toEqual([]);
  await runForOutput(activateContract, call, { id, criteria: MET });
  expect(await breaches()).toEqual([]);
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  const numbers = await withTenantSql(claim, (tenant) =>
    sql<{ seq: number }>(tenant, 'select seq from revenue_events where contract_id = $1::uuid order by seq', [
      id,
    ]),
  );
  expect(numbers.map(({ seq }) => seq)).toEqual([0, 1, 2]);
});
