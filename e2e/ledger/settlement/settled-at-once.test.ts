import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec, sum, toFixedString } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { type OpenItemRow, readWholeOpenItems } from '@/db/reports/documents/open-items';
import { COUNT_CHECKS } from '@/db/reports/verification/verify-counts';
import { DOCUMENT_CHECKS } from '@/db/reports/verification/verify-documents';
import { sql, type Tenant, withTenantReport, withTenantSql } from '@/db/tenancy';
import { contend, holdRow, wordsOf } from '@/testing/contenders';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { correctRates } from '@/usecases/fx/correct-rates';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { randomFrom } from '../../support/sample';
import { compareWaysIn } from './earlier-ways';

// Proves the laws documents/keep-spans, documents/fold-spans, documents/note-documents and documents/fold-documents of prisma/sql where several
// callers settle one document at once, while what they note is added up and reports of earlier days are read.

const POSTED = '2026-01-05';
const DAYS = ['2026-01-20', '2026-02-10', '2026-03-31', '2026-04-15'];
const ASKED = [POSTED, '2026-01-19', '2026-02-09', '2026-02-28', '2026-04-14', '2026-05-31'];

let org: TestOrganization;
const setRate = (rateDate: string, rate: string) =>
  runForOutput(setExchangeRates, org.callAs('controller'), {
    rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate, rateType: 'SPOT', rate }],
    confirmation: 'Rates of the example',
  });
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-06-30' });
  await setRate('2026-01-01', '1.10');
  await setRate('2026-02-01', '1.25');
});
afterAll(closeConnections);

const claim = () => ({ organizationId: org.principals.admin.organizationId, userId: null });
const query = <Found>(text: string, values: readonly unknown[] = []) =>
  withTenantSql(claim(), (tenant) => sql<Found>(tenant, text, values));

type Kind = 'INVOICE' | 'CUSTOMER_PAYMENT' | 'CREDIT_MEMO';
const posted = async (kind: Kind, amount: string, more: object = {}) => {
  const lines = [{ unitPrice: amount }];
  return (await postedDocument(org, { kind, transactionDate: POSTED, lines, ...more })).id;
};
const apply = (paymentId: string, documentId: string, amount: string, appliedOn = '2026-02-10') =>
  runForOutput(applyPayment, org.callAs('accountant'), {
    ...{ paymentId, appliedOn, applications: [{ documentId, amount }] },
  });
const applied = async (...asked: Parameters<typeof apply>) =>
  (await apply(...asked)).applications[0]?.id ?? '';
const unapply = (applicationId: string) =>
  runForOutput(unapplyPayment, org.callAs('accountant'), { applicationId });
const reverse = (id: string, reversalDate = '2026-03-15') =>
  runForOutput(reverseTransaction, org.callAs('accountant'), { id, reversalReason: 'Wrong', reversalDate });

/** What was open of each document at the end of a day, above zero where it is owed: from documents and settlements alone. */
async function openByHand(tenant: Tenant, asOf: string): Promise<Record<string, string>> {
  const documents = await sql<{
    id: string;
    number: string;
    kind: Kind;
    total: string;
    until: string | null;
  }>(
    tenant,
    `select id, transaction_number as number, kind, (total_amount + case kind when 'CUSTOMER_PAYMENT' then discount_amount else 0 end)::text as total,
       reversal_date as until from business_transactions
     where kind in ('INVOICE', 'CUSTOMER_PAYMENT', 'CREDIT_MEMO') and ledger_entry_id is not null and reverses_transaction_id is null
       and posting_date <= $1::date`,
    [asOf],
  );
  const until = new Map(documents.map((document) => [document.id, document.until ?? '9999-12-31']));
  const settlements = await sql<{
    one: string;
    other: string;
    amount: string;
    on: string;
    back: string | null;
  }>(
    tenant,
    'select document_id as one, payment_id as other, amount::text, applied_on as on, reversed_on as back from payment_applications',
  );
  const live = settlements.filter(
    ({ one, other, on, back }) =>
      on <= asOf &&
      (back === null || (back > asOf && [one, other].every((id) => (until.get(id) ?? '') > asOf))),
  );
  return Object.fromEntries(
    documents.flatMap(({ id, number, kind, total }) => {
      const taken = live.filter(({ one, other }) => one === id || other === id).map(({ amount }) => amount);
      const open = dec(total).minus(sum(taken));
      if (open.isZero() || (until.get(id) ?? '') <= asOf) return [];
      return [[number, toFixedString(kind === 'INVOICE' ? open : open.negated(), 2)]];
    }),
  );
}

/** What a full verification compares documents, settlements and their sums by. */
const SOUND = {
  DOCUMENTS_BY_DAY: COUNT_CHECKS.DOCUMENTS_BY_DAY,
  APPLICATIONS: DOCUMENT_CHECKS.APPLICATIONS,
  APPLIED_AMOUNTS: DOCUMENT_CHECKS.APPLIED_AMOUNTS,
  DOCUMENT_STATUS: DOCUMENT_CHECKS.DOCUMENT_STATUS,
  SETTLEMENTS: DOCUMENT_CHECKS.SETTLEMENTS,
} as const;

/** In one snapshot: every way of asking what was open on a day says what documents and settlements say, and every sum is that of its rows. */
async function compared(at: string, asOf: string): Promise<number> {
  return withTenantReport(claim(), async (tenant) => {
    for (const [check, text] of Object.entries(SOUND))
      expect([at, check, await sql(tenant, text, [tenant.organizationId])]).toEqual([at, check, []]);
    const subsidiaryIds = [org.ids.rootSubsidiary];
    const asked = {
      roles: ['RECEIVABLE'],
      asOf,
      subsidiaries: subsidiaryIds.map((id) => ({ id, rate: '1' })),
    };
    const items = await readWholeOpenItems(tenant, asked, (row: OpenItemRow) => row);
    const found = Object.fromEntries(
      items
        .filter(({ openAmount }) => !dec(openAmount).isZero())
        .map(({ transactionNumber, openAmount }) => [transactionNumber, toFixedString(dec(openAmount), 2)]),
    );
    expect([at, asOf, found]).toEqual([at, asOf, await openByHand(tenant, asOf)]);
    const ways = await compareWaysIn(tenant, { side: 'RECEIVABLE', asOf, subsidiaryIds, limit: 3 });
    return ways.compared + 1;
  });
}

const fold = async (limit: number) => {
  await query('select daybook_fold_spans($1::int)', [limit]);
  await query('select daybook_fold_documents($1::int, 2)', [limit]);
};

/**
 * The contenders wait for the document, all of them; while they go on, what they note is added up piece by piece and every snapshot in between is
 * compared, and once more when they have ended. Answers their words, and how many answers were compared.
 */
async function atOnce(
  at: string,
  documentId: string,
  contenders: readonly (() => Promise<unknown>)[],
  days: () => string = () => '2026-02-28',
  waiting = contenders.length,
): Promise<{ words: string[]; answers: number }> {
  let isDone = false;
  let answers = 0;
  const read = async () => {
    do answers += await compared(at, days());
    while (!isDone);
  };
  const add = async () => {
    for (let limit = 1; !isDone; limit = (limit % 3) + 1) await fold(limit);
  };
  const settled = contend(holdRow('business_transactions', org.organizationId, documentId), contenders, {
    waiting,
  }).finally(() => {
    isDone = true;
  });
  const [outcomes] = await Promise.all([settled, read(), add()]);
  answers += await compared(at, days());
  await fold(2);
  answers += await compared(at, days());
  return { words: wordsOf(outcomes), answers };
}

const stateOf = async (id: string) => {
  const [row] = await query<{ applied: string; status: string }>(
    `select applied_amount::numeric(20, 2)::text as applied, transaction_status as status from business_transactions where id = $1::uuid`,
    [id],
  );
  return [row?.applied, row?.status];
};

describe('one document settled by two callers at once', () => {
  it('takes no more than it has: of two payments that are too much together one is refused', async () => {
    const invoice = await posted('INVOICE', '100.00');
    const [one, other] = [
      await posted('CUSTOMER_PAYMENT', '60.00'),
      await posted('CUSTOMER_PAYMENT', '60.00'),
    ];
    const { words } = await atOnce('too much', invoice, [
      () => apply(one, invoice, '60.00'),
      () => apply(other, invoice, '60.00', '2026-03-31'),
    ]);
    expect(words.toSorted()).toEqual(['INVALID_INPUT', 'won']);
    expect(await stateOf(invoice)).toEqual(['60.00', 'POSTED']);
  });

  it('is paid by two payments that are as much as it has, and was one item until the later of their days', async () => {
    const invoice = await posted('INVOICE', '100.00');
    const [one, other] = [await posted('CUSTOMER_PAYMENT', '60.00'), await posted('CREDIT_MEMO', '40.00')];
    const { words } = await atOnce('exactly', invoice, [
      () => apply(one, invoice, '60.00', '2026-03-31'),
      () => apply(other, invoice, '40.00', '2026-01-20'),
    ]);
    expect(words).toEqual(['won', 'won']);
    expect(await stateOf(invoice)).toEqual(['100.00', 'PAID']);
  });

  it('is settled by one while another settlement is taken back', async () => {
    const invoice = await posted('INVOICE', '100.00');
    const [one, other] = [
      await posted('CUSTOMER_PAYMENT', '60.00'),
      await posted('CUSTOMER_PAYMENT', '40.00'),
    ];
    const before = await applied(one, invoice, '60.00', '2026-03-31');
    const { words } = await atOnce('one goes, one comes', invoice, [
      () => unapply(before),
      () => apply(other, invoice, '40.00', '2026-02-10'),
    ]);
    expect(words).toEqual(['won', 'won']);
    expect(await stateOf(invoice)).toEqual(['40.00', 'POSTED']);
  });

  it('is given back what a settlement took once, by whichever of two callers comes first', async () => {
    const invoice = await posted('INVOICE', '100.00');
    const payment = await posted('CUSTOMER_PAYMENT', '100.00');
    const application = await applied(payment, invoice, '100.00', '2026-03-31');
    const { words } = await atOnce('taken back twice', invoice, [
      () => unapply(application),
      () => unapply(application),
    ]);
    expect(words.toSorted()).toEqual(['INVALID_STATUS_TRANSITION', 'won']);
    expect(await stateOf(invoice)).toEqual(['0.00', 'POSTED']);
    expect(await stateOf(payment)).toEqual(['0.00', 'POSTED']);
  });

  it('is reversed or settled, never both', async () => {
    for (const isFirst of [true, false]) {
      const invoice = await posted('INVOICE', '100.00');
      const payment = await posted('CUSTOMER_PAYMENT', '100.00');
      const both = [() => reverse(invoice), () => apply(payment, invoice, '100.00', '2026-03-31')];
      const { words } = await atOnce('reversed or settled', invoice, isFirst ? both : both.toReversed());
      expect(words.toSorted()).toEqual(['INVALID_STATUS_TRANSITION', 'won']);
      expect([
        ['0.00', 'REVERSED'],
        ['100.00', 'PAID'],
      ]).toContainEqual(await stateOf(invoice));
    }
  });

  it('gives no more than it has, as a payment that settles two documents at once', async () => {
    const payment = await posted('CUSTOMER_PAYMENT', '100.00');
    const [one, other] = [await posted('INVOICE', '80.00'), await posted('INVOICE', '80.00')];
    const { words } = await atOnce('two of one payment', payment, [
      () => apply(payment, one, '80.00', '2026-03-31'),
      () => apply(payment, other, '80.00', '2026-01-20'),
    ]);
    expect(words.toSorted()).toEqual(['INVALID_INPUT', 'won']);
    expect(await stateOf(payment)).toEqual(['80.00', 'POSTED']);
  });

  it('is settled while its rate is corrected: what it was carried at follows the rate, whichever comes first', async () => {
    const euro = { currencyCode: 'EUR' };
    const invoice = await posted('INVOICE', '100.00', euro);
    const [one, other] = [
      await posted('CUSTOMER_PAYMENT', '60.00', { ...euro, transactionDate: '2026-02-05' }),
      await posted('CUSTOMER_PAYMENT', '40.00', { ...euro, transactionDate: '2026-02-06' }),
    ];
    await apply(one, invoice, '60.00', '2026-02-10');
    await setRate('2026-01-01', '1.17');
    const { words } = await atOnce(
      'corrected meanwhile',
      invoice,
      [
        () =>
          runForOutput(correctRates, org.callAs('controller'), {
            ...{ subsidiaryId: org.ids.rootSubsidiary, currencyCode: 'EUR', from: '2026-01-01' },
          }),
        () => apply(other, invoice, '40.00', '2026-03-31'),
      ],
      undefined,
      // A correction keeps postings out before it comes to the document, so that it is enough that one of them waits.
      1,
    );
    expect(words).toEqual(['won', 'won']);
    expect(await stateOf(invoice)).toEqual(['100.00', 'PAID']);
  });

  it('leaves sums and counts that are those of the rows, in every snapshot of a random history of such encounters', async () => {
    const seed = Number(process.env.DAYBOOK_SEED ?? 20261229);
    const random = randomFrom(seed);
    const pick = <T>(list: readonly T[]): T => {
      const one = list[Math.floor(random() * list.length)];
      if (one === undefined) throw new Error('nothing to pick from');
      return one;
    };
    const idsOf = async (kind: string, currency: string) =>
      (
        await query<{ id: string }>(
          `select id from business_transactions where kind = $1 and currency_code = $2 and transaction_status in ('POSTED', 'PAID')
             and reverses_transaction_id is null and memo = 'By chance' order by id`,
          [kind, currency],
        )
      ).map(({ id }) => id);
    const made = (kind: Kind, currencyCode: string) =>
      posted(kind, `${pick([40, 60, 90, 120])}.00`, {
        ...{ currencyCode, memo: 'By chance', transactionDate: pick([POSTED, '2026-01-12', '2026-02-01']) },
      });
    const words = new Map<string, number>();
    let [answers, rounds] = [0, 0];
    const history: string[] = [];
    while (answers < 500 || rounds < 20) {
      rounds += 1;
      const currency = pick(['USD', 'USD', 'EUR']);
      const invoices = await idsOf('INVOICE', currency);
      const target =
        invoices.length < 2 || pick([1, 2, 3]) === 1 ? await made('INVOICE', currency) : pick(invoices);
      const payments = [
        ...(await idsOf('CUSTOMER_PAYMENT', currency)),
        await made(pick(['CUSTOMER_PAYMENT', 'CREDIT_MEMO']), currency),
      ];
      const settlements = await query<{ id: string }>(
        'select id from payment_applications where reversed_at is null and document_id = $1::uuid order by id',
        [target],
      );
      const step = () => {
        const verb = pick(['apply', 'apply', 'apply', 'unapply', 'unapply', 'reverse']);
        if (verb === 'unapply' && settlements.length > 0) {
          const { id } = pick(settlements);
          return [`unapply ${settlements.findIndex((one) => one.id === id)}`, () => unapply(id)] as const;
        }
        const on = pick(DAYS);
        if (verb === 'reverse') return [`reverse on ${on}`, () => reverse(target, on)] as const;
        const [payment, amount] = [pick(payments), pick(['10.00', '30.00', '40.00', '60.00'])];
        const place = payments.indexOf(payment);
        return [
          `apply ${amount} of payment ${place} on ${on}`,
          () => apply(payment, target, amount, on),
        ] as const;
      };
      const steps = Array.from({ length: pick([2, 2, 3]) }, step);
      history.push(`${currency}: ${steps.map(([name]) => name).join(' and ')}`);
      const at = `${seed}: ${history.slice(-6).join('; ')}`;
      const round = await atOnce(
        at,
        target,
        steps.map(([, work]) => work),
        () => pick(ASKED),
      );
      answers += round.answers;
      for (const word of round.words) words.set(word, (words.get(word) ?? 0) + 1);
    }
    // A reversal may also be dated before its document.
    words.delete('REVERSAL_BEFORE_POSTING');
    expect([...words.keys()].toSorted()).toEqual(['INVALID_INPUT', 'INVALID_STATUS_TRANSITION', 'won']);
    expect(words.get('won') ?? 0).toBeGreaterThan(15);
    expect(answers).toBeGreaterThanOrEqual(500);
    await fold(100_000);
    expect(await query('select from document_span_changes')).toEqual([]);
    for (const asOf of ASKED) await compared(`${seed}: at the end`, asOf);
  });
});
