import { afterAll, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { VERIFIED_PARTS, type VerifiedPart } from '@/lib/verified-parts';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from './verify-books';

afterAll(closeConnections);

test('a full verification says of each of its parts that it has ended, once, so that a command can show how far it is', async () => {
  const org = await foundTestOrganization();
  const parts: VerifiedPart[] = [];
  const listen = (part: unknown) => void parts.push(part as VerifiedPart);
  VERIFIED_PARTS.subscribe(listen);
  await runForOutput(verifyBooks, org.callAs('admin'), { extent: 'WHOLE' });
  VERIFIED_PARTS.unsubscribe(listen);
  const names = parts.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining([
      'LEDGER_SUMS',
      'UNBALANCED_ENTRIES',
      'NUMBERS',
      'INTERCOMPANY',
      'AUDIT_CHAIN',
      'LEDGER_CHAIN',
      'SECURITY_CHAIN',
      'REFERENCES',
      'CONTROL_ACCOUNTS',
      'REVENUE',
    ]),
  );
  expect(parts.every(({ seconds }) => seconds >= 0)).toBe(true);
});
