import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '@/auth/principal';
import { CHECKED_SINCE, CHECKS, type CheckName } from '@/core/ledger/verification';
import { closeConnections } from '@/db/client';
import { extentDue, verifyRegularly } from '@/jobs/verify-regularly';
import { surfaceC } from '@/surfaces/c/surface';
import { createDocument, postedDocument } from '@/testing/documents';
import { doorFor } from '@/testing/door';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { sealAudit } from '@/usecases/audit/seal-audit';
import { sealLedger } from '@/usecases/audit/seal-ledger';
import { runForOutput } from '@/usecases/kit/run';
import { sealSecurityLog } from '@/usecases/security/seal-security-log';
import { markVerified, verifiedPointOf } from '@/usecases/verify/mark-verified';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { planted } from './planted-books';

let org: TestOrganization;
const principal = () => systemPrincipal(org.organizationId);
const verify = (extent: 'WHOLE' | 'SINCE') => runForOutput(verifyBooks, org.callAs('auditor'), { extent });

async function seal(): Promise<void> {
  await sealAudit(principal());
  await sealLedger(principal());
  await sealSecurityLog(principal());
}

const entries = (dates: readonly string[]) =>
  appendTestEntries(
    org,
    dates.map((date, index) => ({
      date,
      lines: [
        { code: '1110', debit: `${index + 1}00` },
        { code: '4100', credit: `${index + 1}00` },
      ],
    })),
  );

/** Entries and documents before the point, the point itself, and others after it. */
let before: string[];
let after: string[];
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
  before = await entries(['2026-01-10', '2026-02-10']);
  await postedDocument(org, { transactionDate: '2026-02-11' });
  await seal();
});
afterAll(closeConnections);

describe('a verification of what is new', () => {
  it('reads everything where the books have never passed verification', async () => {
    const verdict = await verify('SINCE');
    expect(verdict).toMatchObject({ isSound: true, since: null, ledger: { entries: '3' } });
    expect(new Set(verdict.checks.map(({ extent }) => extent))).toEqual(new Set(['WHOLE']));
    expect(await verifiedPointOf(principal())).toBeNull();
    await markVerified(principal(), verdict);
    expect(await verifiedPointOf(principal())).toMatchObject({
      heads: verdict.heads,
      checkedAt: verdict.checkedAt,
      wholeAt: verdict.checkedAt,
    });
  });

  it('reads only the entries after the point, and says up to which point it relies on the last verification', async () => {
    const point = await verifiedPointOf(principal());
    after = await entries(['2026-02-20', '2026-03-10', '2026-03-11']);
    await postedDocument(org, { transactionDate: '2026-03-12' });
    await createDocument(org, { transactionDate: '2026-03-15' });
    await seal();
    await createDocument(org, { transactionDate: '2026-03-16' });
    const verdict = await verify('SINCE');
    expect(verdict.breaches).toEqual([]);
    expect(verdict.since).toEqual({
      checkedAt: point?.checkedAt,
      wholeAt: point?.wholeAt,
      ledgerSequence: point?.heads.ledger.sequence,
    });
    expect(verdict.ledger.entries).toBe('4');
    expect(verdict.checks.filter(({ extent }) => extent === 'SINCE').map(({ check }) => check)).toEqual(
      CHECKS.map(({ check }) => check).filter((check) => CHECKED_SINCE.has(check)),
    );
    expect(verdict.checks.some(({ extent }) => extent === 'WHOLE')).toBe(false);
    expect((await verify('WHOLE')).ledger.entries).toBe('7');
  });

  it('is answered over REST with what it relies on, and everything is read where nothing is said', async () => {
    const door = doorFor(surfaceC, org.principals.auditor);
    const ask = async (query: string) =>
      (await door.send('GET', `/api/v1/reports/verification${query}`)).json;
    const point = await verifiedPointOf(principal());
    expect(await ask('?extent=SINCE')).toMatchObject({
      isSound: true,
      since: {
        checkedAt: point?.checkedAt.toISOString(),
        wholeAt: point?.wholeAt.toISOString(),
        ledgerSequence: point?.heads.ledger.sequence,
      },
      read: { entries: '4' },
    });
    for (const query of ['', '?extent=WHOLE'])
      expect(await ask(query)).toMatchObject({ isSound: true, since: null, read: { entries: '7' } });
    expect((await door.send('GET', '/api/v1/reports/verification?extent=SOME')).status).toBe(400);
  });

  const line = (id: string | undefined) =>
    `update ledger_lines set debit = debit + 1, base_debit = base_debit + 1 where organization_id = $org and entry_id = '${id}' and debit > 0`;

  it('does not find what was changed before the point, which a full verification finds', async () => {
    const { answer, changed } = await planted(
      org.organizationId,
      ['ledger_lines'],
      line(before[0]),
      async () => ({
        since: await verify('SINCE'),
        whole: await verify('WHOLE'),
      }),
    );
    expect(changed).toBe(1);
    expect(answer.since.breaches).toEqual([]);
    expect(answer.whole.isSound).toBe(false);
    const found = answer.whole.breaches.map(({ check }) => check);
    for (const check of ['UNBALANCED_ENTRIES', 'BALANCES', 'LEDGER_CHAIN']) expect(found).toContain(check);
  });

  const PLANTS: readonly (readonly [string, () => string, readonly string[], readonly CheckName[]])[] = [
    [
      'a line that was changed',
      () => line(after[1]),
      ['ledger_lines'],
      ['UNBALANCED_ENTRIES', 'BALANCES', 'LEDGER_CHAIN'],
    ],
    [
      'an old line of an account and a period that new lines moved',
      () => line(before[1]),
      ['ledger_lines'],
      ['BALANCES'],
    ],
    [
      'a balance that new lines moved',
      () =>
        `update ledger_balances b set debit = debit + 1 from fiscal_periods q where b.organization_id = $org and q.id = b.period_id and q.start_date = '2026-03-01' and b.debit > 0`,
      ['ledger_balances'],
      ['BALANCES'],
    ],
    [
      'an entry that is gone',
      () =>
        `with l as (delete from ledger_lines where organization_id = $org and entry_id = '${after[1]}') delete from ledger_entries where organization_id = $org and id = '${after[1]}'`,
      ['ledger_lines', 'ledger_entries'],
      ['ENTRY_NUMBERS', 'LEDGER_CHAIN'],
    ],
    [
      'a new document whose total is not that of its lines',
      () =>
        `update business_transactions set subtotal_amount = subtotal_amount + 1, total_amount = total_amount + 1 where organization_id = $org and transaction_date = '2026-03-12'`,
      ['business_transactions'],
      ['DOCUMENT_TOTALS'],
    ],
    [
      'a document that was drafted since, whose total is not that of its lines',
      () =>
        `update business_transactions set subtotal_amount = subtotal_amount + 1, total_amount = total_amount + 1 where organization_id = $org and transaction_date = '2026-03-15'`,
      ['business_transactions'],
      ['DOCUMENT_TOTALS'],
    ],
    [
      'such a document whose audit row has no seal yet',
      () =>
        `update business_transactions set subtotal_amount = subtotal_amount + 1, total_amount = total_amount + 1 where organization_id = $org and transaction_date = '2026-03-16'`,
      ['business_transactions'],
      ['DOCUMENT_TOTALS'],
    ],
    [
      'the seal at the point with another hash',
      () => `update ledger_seals set hash = repeat('a', 64) where organization_id = $org and sequence = 1`,
      ['ledger_seals'],
      ['KEPT_HEAD'],
    ],
  ];
  it.each(PLANTS)('finds %s, and does not move the point', async (_what, statement, tables, checks) => {
    const point = await verifiedPointOf(principal());
    const { answer, changed } = await planted(org.organizationId, tables, statement(), async () => {
      const verdict = await verify('SINCE');
      await markVerified(principal(), verdict);
      return verdict;
    });
    expect(changed).toBeGreaterThan(0);
    expect(answer.breaches.map(({ check }) => check)).toEqual(expect.arrayContaining([...checks]));
    expect(await verifiedPointOf(principal())).toEqual(point);
  });

  it('moves the point but not the time at which everything was read', async () => {
    const first = await verifiedPointOf(principal());
    const verdict = await verify('SINCE');
    await markVerified(principal(), verdict);
    expect(await verifiedPointOf(principal())).toEqual({
      heads: verdict.heads,
      checkedAt: verdict.checkedAt,
      wholeAt: first?.wholeAt,
    });
    expect((await verify('SINCE')).ledger.entries).toBe('0');
    // A slower verification that ends after a newer one does not move the point back.
    const earlier = {
      ...verdict,
      heads: first?.heads ?? verdict.heads,
      checkedAt: first?.checkedAt ?? new Date(0),
    };
    await markVerified(principal(), earlier);
    expect((await verifiedPointOf(principal()))?.heads).toEqual(verdict.heads);
  });
});

describe('the regular verification', () => {
  const hours = (count: number) => count * 3_600_000;
  const at = new Date('2026-11-21T02:30:00Z');
  const ago = (count: number) => new Date(at.getTime() - hours(count));

  it('reads everything once a week, only what is new on other nights, and skips books that were just verified', () => {
    expect(extentDue(null, at)).toBe('WHOLE');
    expect(extentDue({ checkedAt: ago(24), wholeAt: ago(24 * 7) }, at)).toBe('WHOLE');
    expect(extentDue({ checkedAt: ago(24), wholeAt: ago(24 * 6) }, at)).toBe('SINCE');
    expect(extentDue({ checkedAt: ago(1), wholeAt: ago(24 * 6) }, at)).toBeNull();
    expect(extentDue({ checkedAt: ago(1), wholeAt: ago(24 * 8) }, at)).toBe('WHOLE');
  });

  it('verifies each organization and moves its point, but not that of books that fail', async () => {
    const point = await verifiedPointOf(principal());
    const tomorrow = new Date((point?.checkedAt.getTime() ?? 0) + hours(24));
    await verifyRegularly(tomorrow, [org.organizationId]);
    const moved = await verifiedPointOf(principal());
    expect(moved?.checkedAt.getTime()).toBeGreaterThan(point?.checkedAt.getTime() ?? 0);
    expect(moved?.wholeAt).toEqual(point?.wholeAt);
    await planted(
      org.organizationId,
      ['ledger_seals'],
      `update ledger_seals set hash = repeat('a', 64) where organization_id = $org`,
      () => verifyRegularly(new Date((moved?.checkedAt.getTime() ?? 0) + hours(24)), [org.organizationId]),
    );
    expect(await verifiedPointOf(principal())).toEqual(moved);
  });
});
