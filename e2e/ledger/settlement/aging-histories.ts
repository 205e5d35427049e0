import fc from 'fast-check';
import { addDays } from '@/core/periods/calendar';
import type { TransactionKind } from '@/core/transactions/kinds';
import { sql, withTenantReport } from '@/db/tenancy';
import { createDocument } from '@/testing/documents';
import { appendTestEntries } from '@/testing/ledger-entries';
import type { TestOrganization } from '@/testing/organization';
import { correctRates } from '@/usecases/fx/correct-rates';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { listPeriods } from '@/usecases/periods/list-periods';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { type Books, openBooks } from '../../revenue/books';

/** The days on which things happen, and on which the aging is asked for. */
export const DAYS = ['2026-01-05', '2026-01-20', '2026-01-31', '2026-02-10', '2026-02-28', '2026-03-15'];
const KINDS = [
  'INVOICE',
  'INVOICE',
  'CREDIT_MEMO',
  'CUSTOMER_PAYMENT',
  'CUSTOMER_PAYMENT',
  'VENDOR_BILL',
  'VENDOR_CREDIT',
  'VENDOR_PAYMENT',
  'EXPENSE_REPORT',
] as const satisfies readonly TransactionKind[];

/** The kinds that settle each kind of owed document. */
const OWED = new Map<string, readonly string[]>([
  ['INVOICE', ['CREDIT_MEMO', 'CUSTOMER_PAYMENT']],
  ['VENDOR_BILL', ['VENDOR_CREDIT', 'VENDOR_PAYMENT']],
  ['EXPENSE_REPORT', ['VENDOR_PAYMENT']],
]);

const day = fc.nat({ max: DAYS.length - 1 });
const item = fc.nat({ max: 9 });
const cents = fc.integer({ min: 1, max: 90_000 });

const document = fc.record({
  verb: fc.constant('document' as const),
  kind: fc.constantFrom(...KINDS),
  day,
  cents,
  inEuro: fc.boolean(),
  /** At 0 no counterparty; for a payment to vendors, an employee instead. */
  other: fc.nat({ max: 5 }),
  discount: fc.nat({ max: 3 }),
});
const command = fc.oneof(
  { weight: 8, arbitrary: document },
  {
    weight: 7,
    arbitrary: fc.record({ verb: fc.constant('apply' as const), payment: item, target: item, day, cents }),
  },
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('unapply' as const), item }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('reverse' as const), item, day }) },
  {
    weight: 1,
    arbitrary: fc.record({
      verb: fc.constant('manual' as const),
      code: fc.constantFrom('1210', '2110'),
      day,
      cents,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constantFrom('invoice' as const, 'payment' as const),
      contract: fc.nat({ max: 1 }),
      day,
      cents,
    }),
  },
  { weight: 1, arbitrary: fc.record({ verb: fc.constant('revalue' as const), month: fc.nat({ max: 1 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      verb: fc.constant('correct' as const),
      day,
      rate: fc.integer({ min: 90, max: 140 }),
    }),
  },
);
export type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;
export const histories = fc.array(command, { minLength: 12, maxLength: 30 });

/** A document and what settles it, in part or whole, on a later day. */
const settled = fc
  .record({
    kinds: fc.constantFrom(
      ['INVOICE', 'CUSTOMER_PAYMENT', 2],
      ['INVOICE', 'CREDIT_MEMO', 2],
      ['VENDOR_BILL', 'VENDOR_PAYMENT', 2],
      ['EXPENSE_REPORT', 'VENDOR_PAYMENT', 1],
    ),
    from: fc.nat({ max: 3 }),
    waits: fc.integer({ min: 1, max: 3 }),
    cents,
    parts: fc.integer({ min: 1, max: 3 }),
    inEuro: fc.nat({ max: 3 }).map((one) => one === 0),
  })
  .map(({ kinds: [kind, payment, other], from, waits, cents: amount, parts, inEuro }): Command[] => {
    const later = Math.min(from + waits, DAYS.length - 1);
    const common = { verb: 'document', inEuro, other, discount: 1, cents: amount } as const;
    const apply = { verb: 'apply', payment: 0, target: 0, cents: parts === 1 ? 1 : 3 } as const;
    return [
      { ...common, kind, day: from } as Command,
      { ...common, kind: payment, day: parts === 3 ? from : later } as Command,
      ...Array.from({ length: parts }, (_, n) => ({ ...apply, day: Math.min(later + n, DAYS.length - 1) })),
    ];
  });
/** The same histories with many documents that are settled later. */
export const settledHistories = fc
  .array(fc.oneof({ weight: 1, arbitrary: settled }, { weight: 1, arbitrary: command.map((one) => [one]) }), {
    minLength: 10,
    maxLength: 18,
  })
  .map((parts) => parts.flat());

/** The books of one history; a refused command changes nothing in them. */
export class AgingBooks {
  readonly books: Books;
  /** Manual entries on control accounts: the account's code, the day. */
  readonly manual: { id: string; code: string; day: string }[] = [];
  private readonly documents: {
    readonly id: string;
    readonly kind: string;
    readonly currency: string;
    readonly day: string;
    /** Its open amount, in cents. */
    open: number;
  }[] = [];
  private readonly applications: { id: string; give: () => void }[] = [];
  private readonly contracts: string[];
  private readonly periods: string[];

  private constructor(books: Books, contracts: string[], periods: string[]) {
    this.books = books;
    this.contracts = contracts;
    this.periods = periods;
  }

  get org(): TestOrganization {
    return this.books.org;
  }

  static async open(): Promise<AgingBooks> {
    const books = await openBooks('2026-03-31');
    const rates = (rateType: 'SPOT' | 'CLOSING', ...all: (readonly [string, string])[]) =>
      all.map(([rateDate, rate]) => ({ fromCurrency: 'EUR', toCurrency: 'USD', rateDate, rateType, rate }));
    await runForOutput(setExchangeRates, books.org.callAs('controller'), {
      rates: [
        ...rates('SPOT', ['2026-01-01', '1.10'], ['2026-01-20', '1.17'], ['2026-02-10', '1.21']),
        ...rates('CLOSING', ['2026-01-31', '1.19'], ['2026-02-28', '1.08']),
      ],
      confirmation: 'Rates of the example',
    });
    const contracts: string[] = [];
    for (const currencyCode of ['USD', 'EUR']) {
      const { contract } = await books.contract({
        contractDate: '2026-01-01',
        currencyCode,
        price: { fixed: '100000' },
        obligations: [{ key: 'goods', ssp: '100000', pattern: { kind: 'POINT' } }],
      });
      contracts.push(contract.id);
    }
    const periods = await runForOutput(listPeriods, books.org.callAs('viewer'), {});
    const ids = ['2026-01', '2026-02'].map(
      (label) => periods.find((period) => period.label === label)?.id ?? '',
    );
    return new AgingBooks(books, contracts, ids);
  }

  /** Runs one command; answers the code of its refusal, or `ok`. */
  async run(one: Command): Promise<string> {
    try {
      await this.attempt(one);
      return 'ok';
    } catch (error) {
      const { refusal } = error as { refusal?: { code: string } };
      if (refusal === undefined) throw error;
      return refusal.code;
    }
  }

  private async attempt(one: Command): Promise<void> {
    const { org } = this;
    const amount = 'cents' in one ? (one.cents / 100).toFixed(2) : '0';
    const on = 'day' in one ? (DAYS[one.day] ?? '') : '';
    const pick = <T>(all: readonly T[], index: number) => all[index % Math.max(1, all.length)];
    switch (one.verb) {
      case 'document': {
        const isPayment = one.kind.endsWith('PAYMENT');
        const party =
          one.other === 0
            ? { entityType: null, entityId: null }
            : one.other === 1 && one.kind === 'VENDOR_PAYMENT'
              ? { entityType: 'EMPLOYEE', entityId: org.ids.employee }
              : {};
        const made = await createDocument(org, {
          kind: one.kind,
          transactionDate: on,
          currencyCode: one.inEuro ? 'EUR' : 'USD',
          ...(one.cents % 4 === 0 ? {} : { dueDate: addDays(on, one.cents % 60) }),
          ...party,
          lines: [
            { unitPrice: amount },
            ...(isPayment && one.discount === 0
              ? [{ lineType: 'DISCOUNT' as const, unitPrice: '0.37' }]
              : []),
          ],
        });
        await runForOutput(approveTransaction, org.callAs('approver'), { id: made.id });
        await runForOutput(postTransaction, org.callAs('accountant'), {
          id: made.id,
          postingDate: on,
          overrideChecks: true,
        });
        const currency = one.inEuro ? 'EUR' : 'USD';
        this.documents.push({ id: made.id, kind: one.kind, currency, day: on, open: one.cents });
        return;
      }
      case 'apply': {
        const open = this.documents.filter((document) => document.open > 0);
        const target = pick(
          open.filter(({ kind }) => OWED.has(kind)),
          one.target,
        );
        const payment = pick(
          open.filter(({ kind }) => OWED.get(target?.kind ?? '')?.includes(kind)),
          one.payment,
        );
        if (target === undefined || payment === undefined)
          throw Object.assign(new Error(), { refusal: { code: 'NONE' } });
        // As much as both sides have, or a part of it; across currencies one to one.
        const most = Math.min(target.open, payment.open);
        const taken = one.cents % 3 === 0 ? Math.ceil(most / 3) : most;
        const text = (taken / 100).toFixed(2);
        const settled = await runForOutput(applyPayment, org.callAs('accountant'), {
          paymentId: payment.id,
          appliedOn: [on, target.day, payment.day].sort().at(-1),
          applications: [
            {
              documentId: target.id,
              amount: text,
              ...(target.currency === payment.currency ? {} : { paymentAmount: text }),
            },
          ],
        });
        const move = (by: number) => {
          target.open += by;
          payment.open += by;
        };
        move(-taken);
        for (const { id } of settled.applications) this.applications.push({ id, give: () => move(taken) });
        return;
      }
      case 'unapply': {
        const taken = pick(this.applications, one.item);
        await runForOutput(unapplyPayment, org.callAs('accountant'), {
          applicationId: taken?.id ?? org.ids.customer,
        });
        taken?.give();
        return;
      }
      case 'reverse':
        await runForOutput(reverseTransaction, org.callAs('accountant'), {
          id: pick(this.documents, one.item)?.id ?? org.ids.customer,
          reversalReason: 'By chance',
          reversalDate: on,
        });
        return;
      case 'manual': {
        const lines = [
          { code: one.code, debit: amount },
          { code: '1110', credit: amount },
        ];
        const [id = ''] = await appendTestEntries(org, [{ date: on, lines }]);
        this.manual.push({ id, code: one.code, day: on });
        return;
      }
      case 'invoice':
      case 'payment':
        await this.books.tell(this.contracts[one.contract] ?? '', {
          kind: one.verb,
          effectiveDate: on,
          amount,
          ...(one.verb === 'invoice' ? { unconditional: true } : {}),
        } as never);
        return;
      case 'revalue':
        await runForOutput(revaluePeriod, org.callAs('controller'), { periodId: this.periods[one.month] });
        return;
      case 'correct': {
        const rate = (one.rate / 100).toFixed(2);
        await runForOutput(setExchangeRates, org.callAs('controller'), {
          rates: [{ fromCurrency: 'EUR', toCurrency: 'USD', rateDate: on, rateType: 'SPOT', rate }],
          confirmation: 'Corrected by chance',
        });
        await runForOutput(correctRates, org.callAs('controller'), {
          subsidiaryId: org.ids.rootSubsidiary,
          currencyCode: 'EUR',
          from: on,
        });
        return;
      }
    }
  }

  /** The control accounts by the sum of their lines up to a day: `role currency` to the amount and the base amount. */
  async ledgerAt(asOf: string): Promise<Record<string, string>> {
    const claim = { organizationId: this.org.principals.admin.organizationId, userId: null };
    const rows = await withTenantReport(claim, (tenant) =>
      sql<{ place: string; amounts: string }>(
        tenant,
        `select a.control_for || ' ' || l.currency_code as place,
           (sum(l.debit - l.credit) * x.sign)::numeric(20,2) || ' = ' || (sum(l.base_debit - l.base_credit) * x.sign)::numeric(20,2) as amounts
         from ledger_lines l join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
         cross join lateral (select case when a.control_for in ('RECEIVABLE', 'CONTRACT_ASSET', 'CONTRACT_COST') then 1 else -1 end as sign) x
         where a.control_for is not null and l.posting_date <= $1::date
         group by a.control_for, l.currency_code, x.sign
         having sum(l.debit - l.credit) <> 0 or sum(l.base_debit - l.base_credit) <> 0 order by 1`,
        [asOf],
      ),
    );
    return Object.fromEntries(rows.map(({ place, amounts }) => [place, amounts]));
  }
}
