import { sql, withTenantSql } from '@/db/tenancy';
import { documentBody, journalLines } from '@/testing/documents';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { tokenFor } from '../support/server';
import { pause, SERVERS, send, startServerProcess, startServers } from './server-process';

const KILLS = Number(process.env.DAYBOOK_FAULT_ROUNDS ?? '10');
const POSTS = Number(process.env.DAYBOOK_FAULT_POSTS ?? KILLS * 40);
const CLIENTS = 8;
const PATH = '/api/v1/gl/transactions';

/**
 * R2: one server after the other is killed while clients create and post with an Idempotency-Key and retry, at the next server, until they
 * get an answer. There is one document and one entry per key, and repeating a request with the same key returns the same bytes.
 */
export async function serverKilled(): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Server killed' });
  const headers = {
    authorization: `Bearer ${await tokenFor(organization)}`,
    'x-idp-organization-id': organization.organizationId,
  };
  const { servers, stop } = await startServers();
  let turn = 0;
  let retries = 0;
  const persist = async (key: string, route: string, body: object): Promise<string> => {
    for (let tries = 0; tries < 1_000; tries += 1) {
      turn += 1;
      const port = servers[turn % SERVERS]?.port ?? 0;
      const reply = await send(port, route, { ...headers, 'idempotency-key': key }, body);
      if (reply !== null && reply.status >= 200 && reply.status < 300) return reply.text;
      // A key whose first call is still running gets 409; any other refusal would be a defect.
      if (reply !== null && reply.status !== 409 && reply.status < 500)
        throw new Error(`${route} answered ${reply.status} ${reply.text}`);
      retries += 1;
      await pause(60);
    }
    throw new Error(`${route} was never answered`);
  };
  const numbers = Array.from({ length: POSTS }, (_, index) => index);
  const answers = new Map<string, { route: string; body: object; text: string }>();
  const ask = async (key: string, route: string, body: object) => {
    const text = await persist(key, route, body);
    answers.set(key, { route, body, text });
    return text;
  };
  let isDone = false;
  const client = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const body = documentBody(organization, {
        kind: 'JOURNAL',
        memo: `key ${number}`,
        status: 'APPROVED',
        transactionDate: '2026-11-05',
        lines: journalLines(organization, [
          ['1510', '10.00'],
          ['2130', '-10.00'],
        ]),
      });
      const { id } = JSON.parse(await ask(`create-${number}`, PATH, body)) as { id: string };
      await ask(`post-${number}`, `${PATH}/${id}/post`, { postingDate: '2026-11-05' });
    }
  };
  const work = Promise.all(Array.from({ length: CLIENTS }, client)).finally(() => {
    isDone = true;
  });
  let kills = 0;
  const killer = async () => {
    while (kills < KILLS) {
      // Spread over the work, so that a fast server is killed as often as a slow one.
      const due = ((kills + 1) * 2 * POSTS) / (KILLS + 1);
      while (answers.size < due && !isDone) await pause(5);
      if (isDone) return;
      await pause(Math.random() * 50);
      const at = kills % SERVERS;
      await servers[at]?.kill('SIGKILL');
      kills += 1;
      servers[at] = await startServerProcess(servers[at]?.port ?? 0);
    }
  };
  try {
    await Promise.all([work, killer()]);
    for (const [key, { route, body, text }] of answers) {
      const again = await persist(key, route, body);
      if (again !== text) throw new Error(`the replay of ${key} is not the first answer`);
    }
  } finally {
    await stop();
  }
  if (kills === 0) throw new Error('the server was never killed: nothing was tried');
  const claim = { organizationId: organization.principals.admin.organizationId, userId: null };
  const [row] = await withTenantSql(claim, (tenant) =>
    sql<{ documents: number; memos: number; entries: number }>(
      tenant,
      `select (select count(*)::int from business_transactions) as documents,
         (select count(distinct memo)::int from business_transactions) as memos, (select count(*)::int from ledger_entries) as entries`,
    ),
  );
  const found = [row?.documents, row?.memos, row?.entries];
  if (found.some((count) => count !== POSTS))
    throw new Error(
      `${POSTS} keys made ${found[0]} documents (${found[1]} different) and ${found[2]} entries`,
    );
  const verdict = await runForOutput(verifyBooks, organization.callAs('admin'), {});
  if (!verdict.isSound) throw new Error(verdict.breaches.map(({ message }) => message).join(' '));
  return `${kills} kills among ${SERVERS} servers, ${POSTS} documents created and posted with ${retries} retries: one effect per key, ${answers.size} replays byte-equal`;
}
