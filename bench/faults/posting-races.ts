import { createDocument, journalLines } from '@/testing/documents';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { freePort, tokenFor } from '../support/server';
import { send, startServerProcess } from './server-process';

const DOCUMENTS = Number(process.env.DAYBOOK_FAULT_RACES ?? '100');
const CLIENTS = 8;

/** The three verbs that race, in the order a document meets them, and the answer to the winner. */
const RACES = [
  ['approve', {}],
  ['post', { postingDate: '2026-11-05' }],
  ['reverse', { reversalReason: 'Wrong', reversalDate: '2026-11-06' }],
] as const;

/** R4: eight clients approve, post and reverse each document at once: one winner each, nothing unbalanced. */
export async function postingRaces(): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Races' });
  const lines = journalLines(organization, [
    ['1510', '10.00'],
    ['2130', '-10.00'],
  ]);
  const ids: string[] = [];
  for (let made = 0; made < DOCUMENTS; made += 1)
    ids.push(
      (await createDocument(organization, { kind: 'JOURNAL', transactionDate: '2026-11-05', lines })).id,
    );
  const headers = {
    authorization: `Bearer ${await tokenFor(organization)}`,
    'x-idp-organization-id': organization.organizationId,
  };
  const server = await startServerProcess(await freePort());
  const refused = new Map<string, number>();
  try {
    for (const id of ids) {
      for (const [verb, body] of RACES) {
        const replies = await Promise.all(
          Array.from({ length: CLIENTS }, () =>
            send(server.port, `/api/v1/gl/transactions/${id}/${verb}`, headers, body),
          ),
        );
        const won = replies.filter((reply) => reply !== null && reply.status < 300).length;
        if (won !== 1) throw new Error(`${verb} of ${id} was won ${won} times: ${replies[0]?.text}`);
        for (const reply of replies) {
          if (reply !== null && reply.status < 300) continue;
          const code = reply === null ? 'no answer' : codeOf(reply);
          refused.set(code, (refused.get(code) ?? 0) + 1);
        }
      }
    }
  } finally {
    await server.kill('SIGTERM');
  }
  const strange = [...refused.keys()].filter((code) => !LOSING.test(code));
  if (strange.length > 0) throw new Error(`losers were answered ${strange.join(', ')}`);
  const verdict = await runForOutput(verifyBooks, organization.callAs('admin'), {});
  if (!verdict.isSound) throw new Error(verdict.breaches.map(({ message }) => message).join(' '));
  if (verdict.ledger.entries !== String(2 * DOCUMENTS))
    throw new Error(`${verdict.ledger.entries} entries instead of ${2 * DOCUMENTS}`);
  return `${DOCUMENTS} documents × ${CLIENTS} clients × approve, post, reverse: one winner each, the rest refused (${[...refused].map(([code, times]) => `${times} ${code}`).join(', ')}), books sound`;
}

/** The interface's answer to a caller who comes too late. */
const LOSING = /^4\d\d \w*(?:STATUS|ALREADY|POSTED|REVERSED)\w*$/;

const codeOf = ({ status, text }: { readonly status: number; readonly text: string }) =>
  `${status} ${(JSON.parse(text) as { code?: string }).code ?? ''}`;
