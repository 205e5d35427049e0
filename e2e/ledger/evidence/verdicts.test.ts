import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '@/core/periods/calendar';
import type { Role } from '@/core/permissions';
import { LINE_TYPES, TRANSACTION_KINDS, type TransactionKind } from '@/core/transactions/kinds';
import { FAR_FUTURE_DAYS } from '@/core/transactions/overridable-checks';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { loadDocumentReferences } from '@/db/stores/documents/document-references';
import {
  findTransactions,
  impactOfTransactions,
  linesOfTransactions,
} from '@/db/stores/documents/transactions';
import { sql, type Tenant, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriod, lockPeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import { createEmptyDocument } from '@/usecases/transactions/create-empty-document';
import { draftOf } from '@/usecases/transactions/lock-document';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { transactionGlImpact } from '@/usecases/transactions/posting/gl-impact';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { refusalOfVerdict, statusRefusal } from '@/usecases/transactions/posting/posting-refusals';
import { postingVerdict } from '@/usecases/transactions/posting/posting-verdict';
import { referencesIn } from '@/usecases/transactions/references/collect-references';
import { judgePostings } from '../judge';
import { type DuplicateFacts, looksLikeDuplicate } from '../oracle/duplicate';

// Proves the laws documents/judge-postings, documents/sum-impact, documents/verdict of prisma/sql.

const DOCUMENTS = Number(process.env.DAYBOOK_VERDICTS ?? 84);
/** Questions per document: the number of verdicts compared is documents times questions. */
const QUESTIONS = 6;
const PARTY: Partial<Record<TransactionKind, 'customer' | 'vendor' | 'employee'>> = {
  INVOICE: 'customer',
  CREDIT_MEMO: 'customer',
  CUSTOMER_PAYMENT: 'customer',
  VENDOR_BILL: 'vendor',
  VENDOR_CREDIT: 'vendor',
  VENDOR_PAYMENT: 'vendor',
  EXPENSE_REPORT: 'employee',
};

let org: TestOrganization;
let departmentId: string;
const claim = () => ({ organizationId: org.principals.admin.organizationId, userId: null });

/**
 * Books that can trigger every check: accounts that refuse, warn or require a dimension, a credit limit, periods in every status, four
 * eyes.
 */
beforeAll(async () => {
  org = await foundTestOrganization();
  departmentId = newId();
  await withTenantSql(claim(), async (tenant) => {
    await insertRows(tenant, 'departments', [{ id: departmentId, code: 'D', name: 'D' }]);
    const set = (fields: string, code: string) =>
      sql(tenant, `update accounts set ${fields} where id = $1`, [org.account(code)]);
    await set(`recommended_dimensions = '{department}'`, '4100');
    await set(`required_dimensions = '{department,class}', recommended_dimensions = '{location}'`, '4200');
    await set(`record_status = 'inactive'`, '4400');
    await sql(tenant, 'update customers set credit_limit = 300 where id = $1', [org.ids.customer]);
    await sql(
      tenant,
      `update organizations set segregation_of_duties = 'enforce', segregation_threshold = 200 where id = $1`,
      [org.organizationId],
    );
  });
  const periods = await runForOutput(listPeriods, org.callAs('viewer'), { fiscalYear: 2025 });
  const verbs = [softClosePeriod, closePeriod, lockPeriod];
  for (const [place, depth] of [3, 2, 1].entries()) {
    for (const verb of verbs.slice(0, depth)) {
      await runForOutput(verb, org.callAs('controller'), { id: periods[place]?.id });
    }
  }
});
afterAll(closeConnections);

const lineOf = fc.record({
  lineType: fc.constantFrom(...LINE_TYPES),
  quantity: fc.constantFrom('1', '2', '0', '0.5'),
  unitPrice: fc.constantFrom('100.00', '-100.00', '33.335', '0.004', '150.00', '-50.00'),
  taxed: fc.boolean(),
  code: fc.constantFrom('4100', '4200', '4300', '4300', '4400', '4000', '1210', '1110', '2210', null),
  inDepartment: fc.boolean(),
});
const question = fc.record({
  poster: fc.constantFrom<Role>('accountant', 'controller'),
  postingDate: fc.constantFrom(
    '2026-11-21',
    '2026-11-21',
    '2026-12-31',
    '2025-01-15',
    '2025-02-15',
    '2025-03-15',
    '2031-01-01',
  ),
  /** Days from the date of the question to the posting date. */
  daysAhead: fc.constantFrom(-1, 0, 29, FAR_FUTURE_DAYS, FAR_FUTURE_DAYS + 1, 32, 365),
  overrideChecks: fc.boolean(),
});
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;
const wish = fc.record({
  kind: fc.constantFrom(...TRANSACTION_KINDS),
  lines: fc.array(lineOf, { maxLength: 3 }),
  mirrored: fc.boolean(),
  foreign: fc.boolean(),
  withParty: fc.boolean(),
  reference: fc.constantFrom(null, ' R-1 ', 'r-1', 'R-2'),
  creator: fc.constantFrom<Role>('accountant', 'controller'),
  approve: fc.constantFrom(true, true, true, true, false),
  questions: fc.array(question, { minLength: QUESTIONS, maxLength: QUESTIONS }),
  post: fc.boolean(),
});
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never;

async function make(asked: Wish): Promise<string> {
  const { kind, lines, mirrored, foreign, withParty, reference, creator } = asked;
  // A journal balances when every line has its counterpart; some lines are left without one.
  const doubled =
    kind === 'JOURNAL' && mirrored
      ? lines.flatMap((line) => [
          line,
          {
            ...line,
            unitPrice: line.unitPrice.startsWith('-') ? line.unitPrice.slice(1) : `-${line.unitPrice}`,
          },
        ])
      : lines;
  const party = PARTY[kind];
  const { id } = await runForOutput(createEmptyDocument, org.callAs(creator), {
    kind,
    ...(withParty && party !== undefined ? { entityId: org.ids[party] } : {}),
    ...(foreign ? { currencyCode: 'EUR', exchangeRate: '1.0837' } : {}),
    referenceNumber: reference,
    lines: doubled.map((line, index) => ({
      lineNumber: index + 1,
      lineType: line.lineType,
      description: 'Chance',
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      taxCodeId: line.taxed ? org.ids.taxCode : null,
      accountId: line.code === null ? null : org.account(line.code),
      departmentId: line.inDepartment ? departmentId : null,
    })),
  });
  if (asked.approve && lines.length > 0) {
    await runForOutput(approveTransaction, org.callAs('approver'), { id });
  }
  return id;
}

/** The facts that make a document a potential duplicate. */
async function duplicateFacts(id: string): Promise<DuplicateFacts> {
  const [row] = await withTenantReport(claim(), (tenant) =>
    sql<DuplicateFacts>(
      tenant,
      `select id, kind, entity_type as "entityType", entity_id as "entityId", reference_number as "externalReference"
       from business_transactions where id = $1`,
      [id],
    ),
  );
  if (row === undefined) throw new Error('the document is gone');
  return row;
}

/** What core reads of a document to judge whether it may be posted: the same for every question about it. */
async function readOf(tenant: Tenant, id: string) {
  const [record] = await findTransactions(tenant, [id]);
  if (record === undefined) throw new Error('the document is gone');
  const lines = await linesOfTransactions(tenant, [id]);
  const impact = await impactOfTransactions(tenant, [id]);
  const wanted = referencesIn([draftOf(record, lines)]);
  const accountIds = [...new Set([...wanted.accountIds, ...impact.flatMap((line) => line.accountId ?? [])])];
  const facts = await loadDocumentReferences(tenant, { ...wanted, accountIds });
  return { record, lineCount: lines.length, impact, facts };
}

/** The verdicts of core and of the database on each question, all asked in one transaction. */
const judged = (id: string, questions: readonly Question[]) =>
  withTenantReport(claim(), async (tenant) => {
    const document = await readOf(tenant, id);
    const verdicts: { asked: Question; both: Awaited<ReturnType<typeof words>> }[] = [];
    for (const asked of questions) verdicts.push({ asked, both: await words(tenant, document, asked) });
    return verdicts;
  });

/** The verdicts of core and of the database on one question. */
async function words(tenant: Tenant, document: Awaited<ReturnType<typeof readOf>>, asked: Question) {
  const principal = org.principals[asked.poster];
  const { postingDate, overrideChecks } = asked;
  const mayPostSoftClosed = principal.permissions.has('gl.period.postSoftClosed');
  const today = addDays(postingDate, -asked.daysAhead);
  const actorId = principal.actor.id;
  const core = await postingVerdict(tenant, {
    ...document,
    postingDate,
    today,
    overrideChecks,
    mayPostSoftClosed,
    actorId,
    asIfApproved: false,
  });
  const [database] = await judgePostings(
    tenant,
    [
      {
        transactionId: document.record.id,
        postingDate,
        overrideChecks,
        maySoftClosed: mayPostSoftClosed,
        actorId,
        scope: null,
      },
    ],
    today,
  );
  if (database === undefined) throw new Error('the database said nothing');
  const said =
    database.refusal === null
      ? null
      : database.refusal === 'INVALID_STATUS_TRANSITION'
        ? statusRefusal(database, 'POSTED').refusal
        : refusalOfVerdict(database).refusal;
  return { core: core.ok ? null : core.refusal, database: said };
}

/**
 * The parts that two refusals must share: code, figures and message; only lists of checks and
 * dimensions are more detailed in core.
 */
function essence(refusal: { code: string; message: string; data: object } | null) {
  if (refusal === null) return null;
  const data: Record<string, unknown> = { ...refusal.data };
  const listed = refusal.code === 'CHECKS_FAILED' || refusal.code === 'INCOMPLETE_DOCUMENT';
  const message = listed ? null : refusal.message;
  if (Array.isArray(data.checks)) data.checks = data.checks.map((one: { check: string }) => one.check);
  if (refusal.code === 'INCOMPLETE_DOCUMENT') {
    const missing = data.missing as string[];
    // Core names each pair of line and dimension, the database each line once.
    data.missing = [...new Set(missing.flatMap((text) => text.split(', ')))].sort();
  }
  if (Array.isArray(data.accounts)) data.accounts = [...data.accounts].sort(byCode);
  return { code: refusal.code, message, data };
}
const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1);

const codeOf = (refusal: { code: string } | null) => refusal?.code ?? 'granted';
const checksOf = (refusal: { code: string; data: object } | null): string[] =>
  refusal?.code === 'CHECKS_FAILED'
    ? (refusal.data as { checks: { check: string }[] }).checks.map(({ check }) => check)
    : [];

describe('core, which owns the posting rules, and the database, which follows them', () => {
  it('give the same verdict, with the same figures and words, on every posting', async () => {
    const seen = new Map<string, number>();
    const note = (word: string) => seen.set(word, (seen.get(word) ?? 0) + 1);
    const posted: DuplicateFacts[] = [];
    await fc.assert(
      fc.asyncProperty(wish, async (asked) => {
        const id = await make(asked);
        const self = await duplicateFacts(id);
        const looksPosted = posted.some((other) => looksLikeDuplicate(self, other));
        for (const { asked: one, both } of await judged(id, asked.questions)) {
          expect(essence(both.database)).toEqual(essence(both.core));
          const checks = checksOf(both.core);
          if (checks.length > 0) {
            expect(checks.includes('FAR_FUTURE_DATE')).toBe(one.daysAhead > FAR_FUTURE_DAYS);
            expect(checks.includes('DUPLICATE_DOCUMENT')).toBe(looksPosted);
          }
          note(codeOf(both.core));
          for (const check of checks) note(check);
          if (both.core === null && !one.overrideChecks) note(`granted ${one.daysAhead} days ahead`);
        }
        const [first] = asked.questions;
        if (!asked.post || first === undefined) return;
        const { postingDate, overrideChecks, poster } = { ...first, postingDate: '2026-11-21' };
        const outcome = await runForOutput(postTransaction, org.callAs(poster), {
          id,
          postingDate,
          overrideChecks,
        }).then(
          () => null,
          (error: { refusal: { code: string } }) => error.refusal.code,
        );
        if (outcome !== null) return;
        posted.push(self);
        const [after] = await judged(id, [first]);
        expect(after && essence(after.both.database)).toEqual(after && essence(after.both.core));
        expect(after?.both.core?.code).toBe('ALREADY_POSTED');
      }),
      { numRuns: DOCUMENTS },
    );
    // Every check was triggered: a property with a single verdict would prove nothing.
    const traps = [
      ...['granted', 'NOT_BALANCED', 'ACCOUNT_NOT_POSTABLE', 'PERIOD_NOT_OPEN', 'CHECKS_FAILED'],
      ...['FAR_FUTURE_DATE', `granted ${FAR_FUTURE_DAYS} days ahead`, 'SOFT_CLOSED_PERIOD'],
    ];
    expect(traps.filter((word) => !seen.has(word))).toEqual([]);
    expect(DOCUMENTS * QUESTIONS).toBeGreaterThanOrEqual(500);
  });

  it('gl-impact before posting shows the entry that the ledger has after posting, line by line', async () => {
    let posted = 0;
    await fc.assert(
      fc.asyncProperty(wish, async (wished) => {
        const asked: Wish = { ...wished, approve: true };
        const id = await make(asked);
        const before = await runForOutput(transactionGlImpact, org.callAs('controller'), { id });
        const outcome = await runForOutput(postTransaction, org.callAs('controller'), {
          id,
          postingDate: '2026-11-21',
          overrideChecks: true,
        }).then(
          () => null,
          (error: { refusal: { code: string } }) => error.refusal.code,
        );
        // Only approved documents post; the preview predicted every other verdict.
        if (asked.lines.length > 0) expect(before.blockedBy?.code ?? null).toBe(outcome);
        if (outcome !== null) return;
        posted += 1;
        const after = await runForOutput(transactionGlImpact, org.callAs('viewer'), { id });
        expect(after.isPosted).toBe(true);
        expect(after.lines).toEqual(before.lines);
        expect(after.totals).toEqual(before.totals);
      }),
      { numRuns: Math.floor(DOCUMENTS / 2) },
    );
    expect(posted).toBeGreaterThan(1);
  });
});
