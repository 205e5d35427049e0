import { sql, withTenantSql } from '@/db/tenancy';
import { documentBody, journalLines } from '@/testing/documents';
import { foundTestOrganization } from '@/testing/organization';
import { freePort, tokenFor } from '../support/server';
import { send, startServerProcess } from './server-process';

const KEYS = Number(process.env.DAYBOOK_FAULT_KEYS ?? '100');
const AT_ONCE = 20;
/** Keys in progress at the same time. */
const WIDTH = 4;

/** R3: every key is sent twenty times at once: one effect, replays or 409, and a changed body is 422. */
export async function duplicatesAtOnce(): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Duplicates' });
  const common = {
    authorization: `Bearer ${await tokenFor(organization)}`,
    'x-idp-organization-id': organization.organizationId,
  };
  const server = await startServerProcess(await freePort());
  const tally = new Map<number, number>();
  const route = '/api/v1/gl/transactions';
  const bodyOf = (memo: string) =>
    documentBody(organization, {
      kind: 'JOURNAL',
      memo,
      lines: journalLines(organization, [
        ['1510', '10.00'],
        ['2130', '-10.00'],
      ]),
    });
  let next = 0;
  const worker = async () => {
    for (let key = next++; key < KEYS; key = next++) {
      const headers = { ...common, 'idempotency-key': `key-${key}` };
      const replies = await Promise.all(
        Array.from({ length: AT_ONCE }, () => send(server.port, route, headers, bodyOf(`key ${key}`))),
      );
      const made = new Set(replies.filter((reply) => reply?.status === 201).map((reply) => reply?.text));
      if (made.size !== 1) throw new Error(`key ${key} has ${made.size} different answers`);
      for (const reply of replies) tally.set(reply?.status ?? 0, (tally.get(reply?.status ?? 0) ?? 0) + 1);
      const changed = await send(server.port, route, headers, bodyOf('changed'));
      if (changed?.status !== 422) throw new Error(`a changed body is answered ${changed?.status}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: WIDTH }, worker));
  } finally {
    await server.kill('SIGTERM');
  }
  const strange = [...tally.keys()].filter((status) => ![201, 409, 429].includes(status));
  if (strange.length > 0) throw new Error(`answers of status ${strange.join(', ')}`);
  const claim = { organizationId: organization.principals.admin.organizationId, userId: null };
  const [row] = await withTenantSql(claim, (tenant) =>
    sql<{ n: number }>(tenant, 'select count(*)::int as n from business_transactions'),
  );
  if (row?.n !== KEYS) throw new Error(`${KEYS} keys made ${row?.n} documents`);
  return `${KEYS} keys × ${AT_ONCE} at once: ${KEYS} documents; ${tally.get(201)} answered 201 with equal bytes, ${tally.get(409) ?? 0} 409, ${tally.get(429) ?? 0} 429, every changed body 422`;
}
