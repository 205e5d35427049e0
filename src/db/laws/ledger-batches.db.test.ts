import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

// Proves the laws ledger/keep-ledger-batch, ledger/fill-ledger-batch and ledger/release-batch-entry of prisma/sql.

let org: TestOrganization;
let ledger: string;
let entry: string;
beforeAll(async () => {
  org = await foundTestOrganization();
  ledger = newId();
  await run(
    `insert into other_ledgers (organization_id, id, code, name, format, summary, starts_on)
     values ($1::uuid, $2::uuid, 'L', 'Ledger', 'CSV', 'MONTH', '2000-01-01')`,
    [org.organizationId, ledger],
  );
  entry = (await postedDocument(org)).posted.glTransactionId;
});
afterAll(closeConnections);

const run = (text: string, values: readonly unknown[]) =>
  withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Record<string, unknown>>(tenant, text, values),
  );
let number = 0;
async function batch(status: string) {
  const id = newId();
  number += 1;
  await run(
    `insert into ledger_batches (organization_id, id, ledger_id, batch_number, batch_status, through_date, format, summary, sealed_by_name)
     values ($1::uuid, $2::uuid, $3::uuid, $4::int, 'MAKING', '2026-03-31', 'CSV', 'MONTH', 'Someone')`,
    [org.organizationId, id, ledger, number],
  );
  if (status !== 'MAKING') await move(id, 'SEALED');
  if (status === 'SENT' || status === 'UNDONE') await move(id, status);
  return id;
}
const move = (id: string, status: string) =>
  run(
    `update ledger_batches set batch_status = $3, content_hash = coalesce(content_hash, 'h') where organization_id = $1::uuid and id = $2::uuid`,
    [org.organizationId, id, status],
  );
const put = (id: string, live = true) =>
  run(
    'insert into ledger_batch_entries (organization_id, batch_id, entry_id, ledger_id, is_live) values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::boolean)',
    [org.organizationId, id, entry, ledger, live],
  );
const line = (id: string) =>
  run(
    `insert into ledger_batch_lines (organization_id, batch_id, line_number, journal_number, journal_date, reference, subsidiary_id,
       subsidiary_code, currency_code, account_code, debit, credit)
     values ($1::uuid, $2::uuid, 1, 1, '2026-03-31', 'L-1-1', $3::uuid, 'US', 'USD', '1110', 5, 0)`,
    [org.organizationId, id, org.ids.rootSubsidiary],
  );
const refused = { code: '23001' };

describe('a batch for another ledger', () => {
  it('is sealed, then sent or undone, and makes no other move', async () => {
    for (const [from, to] of [
      ['MAKING', 'SENT'],
      ['MAKING', 'UNDONE'],
      ['SENT', 'UNDONE'],
      ['SENT', 'SEALED'],
      ['UNDONE', 'SENT'],
      ['UNDONE', 'SEALED'],
    ] as const) {
      await expect(move(await batch(from), to), `${from} to ${to}`).rejects.toMatchObject(refused);
    }
    await batch('SENT');
    await batch('UNDONE');
  });

  it('never changes once it is sealed', async () => {
    const id = await batch('SEALED');
    for (const change of [
      "content_hash = 'other'",
      'line_count = 9',
      'batch_number = 99',
      "tax_rate = 'x'",
    ]) {
      await expect(
        run(
          `update ledger_batches set batch_status = 'SENT', ${change} where organization_id = $1::uuid and id = $2::uuid`,
          [org.organizationId, id],
        ),
        change,
      ).rejects.toMatchObject(refused);
    }
  });

  it('takes entries and lines while it is made, and none afterward', async () => {
    const open = await batch('MAKING');
    await line(open);
    const sealed = await batch('SEALED');
    await expect(put(sealed, false)).rejects.toMatchObject(refused);
    await expect(line(sealed)).rejects.toMatchObject(refused);
  });

  it('keeps its entries until it is undone, and no other live batch of the ledger has them', async () => {
    const id = await batch('MAKING');
    await put(id);
    const free = () =>
      run(
        'update ledger_batch_entries set is_live = false where organization_id = $1::uuid and batch_id = $2::uuid',
        [org.organizationId, id],
      );
    await move(id, 'SEALED');
    await expect(free()).rejects.toMatchObject(refused);
    const other = await batch('MAKING');
    await expect(put(other)).rejects.toMatchObject({ code: '23505' });
    await move(id, 'UNDONE');
    await free();
    await put(other);
    await expect(
      run(
        'update ledger_batch_entries set is_live = true where organization_id = $1::uuid and batch_id = $2::uuid',
        [org.organizationId, id],
      ),
    ).rejects.toMatchObject(refused);
  });
});
