import { type Decimal, dec, toPlainString, ZERO } from '@/core/money/decimal';
import { controlRoleOf, type EntityType, KIND_FACTS, type TransactionKind } from '@/core/transactions/kinds';
import { sql, type Tenant } from '@/db/tenancy';

/** Control accounts that differ from the documents on a day: `role currency`, the sum of the documents, the balance in the ledger. */
export type Differences = readonly (readonly [place: string, documents: string, ledger: string])[];

interface Moved {
  readonly role: string;
  readonly currency: string;
  readonly day: string;
  readonly amount: Decimal;
}

/**
 * The differences at the end of a day, computed from every document, settlement and line ever recorded: each document adds its amount on
 * the day it was posted and subtracts it on the day it was reversed; a settlement across currencies reduces both currencies. Ledger lines
 * that revenue contracts posted directly are left out. Debits are above zero. The periods of the day end on it or before it.
 */
export async function differencesByHand(
  tenant: Tenant,
  asked: { readonly subsidiaryId: string; readonly asOf: string },
): Promise<Differences> {
  const upTo = (all: readonly Moved[]) => all.filter(({ day }) => day <= asked.asOf);
  const documents = added(
    upTo([...(await documentMoves(tenant, asked)), ...(await exchanges(tenant, asked))]),
  );
  const ledger = added(await ledgerMoves(tenant, asked));
  return [...new Set([...documents.keys(), ...ledger.keys()])].sort().flatMap((place) => {
    const [ours, theirs] = [documents.get(place) ?? ZERO, ledger.get(place) ?? ZERO];
    return ours.equals(theirs) ? [] : [[place, toPlainString(ours), toPlainString(theirs)] as const];
  });
}

function added(all: readonly Moved[]): ReadonlyMap<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { role, currency, amount } of all) {
    const place = `${role} ${currency}`;
    sums.set(place, (sums.get(place) ?? ZERO).plus(amount));
  }
  return sums;
}

const signOf = (kind: TransactionKind) => (KIND_FACTS[kind].controlSide === 'DEBIT' ? '1' : '-1');

async function documentMoves(
  tenant: Tenant,
  { subsidiaryId }: { readonly subsidiaryId: string },
): Promise<Moved[]> {
  const rows = await sql<{
    kind: TransactionKind;
    party: EntityType | null;
    currency: string;
    total: string;
    discount: string;
    posted: string;
    reversed: string | null;
  }>(
    tenant,
    `select kind, entity_type as party, currency_code as currency, total_amount::text as total, discount_amount::text as discount,
       posting_date::text as posted, reversal_date::text as reversed
     from business_transactions where subsidiary_id = $1::uuid and ledger_entry_id is not null`,
    [subsidiaryId],
  );
  return rows.flatMap((row) => {
    const role = controlRoleOf(row.kind, row.party);
    if (role === null) return [];
    // A payment clears the discount it was given along with the cash.
    const clears = KIND_FACTS[row.kind].contra === 'CASH' ? row.discount : '0';
    const amount = dec(row.total).plus(clears).times(signOf(row.kind));
    const { currency } = row;
    return [
      { role, currency, day: row.posted, amount },
      ...(row.reversed === null ? [] : [{ role, currency, day: row.reversed, amount: amount.negated() }]),
    ];
  });
}

async function exchanges(
  tenant: Tenant,
  { subsidiaryId }: { readonly subsidiaryId: string },
): Promise<Moved[]> {
  const rows = await sql<{
    kind: TransactionKind;
    party: EntityType | null;
    own: string;
    other: string;
    amount: string;
    paid: string;
    applied: string;
    back: string | null;
  }>(
    tenant,
    `select d.kind, d.entity_type as party, d.currency_code as own, y.currency_code as other, a.amount::text, a.payment_amount::text as paid,
       a.applied_on::text as applied, a.reversed_on::text as back
     from payment_applications a join business_transactions d on d.id = a.document_id join business_transactions y on y.id = a.payment_id
     where a.payment_amount is not null and d.subsidiary_id = $1::uuid`,
    [subsidiaryId],
  );
  return rows.flatMap((row) => {
    const role = controlRoleOf(row.kind, row.party) ?? '';
    const leaves = (day: string, sign: string) => [
      { role, currency: row.own, day, amount: dec(row.amount).times(signOf(row.kind)).times(sign).negated() },
      { role, currency: row.other, day, amount: dec(row.paid).times(signOf(row.kind)).times(sign) },
    ];
    return [...leaves(row.applied, '1'), ...(row.back === null ? [] : leaves(row.back, '-1'))];
  });
}

async function ledgerMoves(
  tenant: Tenant,
  { subsidiaryId, asOf }: { readonly subsidiaryId: string; readonly asOf: string },
): Promise<Moved[]> {
  const rows = await sql<{ role: string; currency: string; amount: string }>(
    tenant,
    `select a.control_for as role, l.currency_code as currency, (l.debit - l.credit)::text as amount
     from ledger_lines l
     join accounts a on a.id = l.account_id and a.control_for in ('RECEIVABLE', 'PAYABLE', 'EMPLOYEE_PAYABLE')
     join ledger_entries e on e.id = l.entry_id and e.source_kind not in ('REVENUE_EVENT', 'REVENUE_RUN')
     join fiscal_periods q on q.id = l.period_id
     where l.subsidiary_id = $1::uuid and q.end_date <= $2::date`,
    [subsidiaryId, asOf],
  );
  return rows.map((row) => ({ ...row, day: asOf, amount: dec(row.amount) }));
}
