import { z } from 'zod';
import { amountInFull } from '@/core/money/currency';
import { type Decimal, dec, sum } from '@/core/money/decimal';
import { CONTROL_NAMES, CONTROL_SIDES, type ControlName } from '@/core/transactions/subledgers';
import { type ControlBalance, readControlBalances } from '@/db/reports/control-balances';
import { type ControlLine, readControlLines } from '@/db/reports/control-lines';
import { readOpenSums, type SubledgerSum } from '@/db/reports/documents/open-items';
import { readRevenueSums } from '@/db/reports/revenue-controls';
import { readReportSubsidiaries } from '@/db/reports/scope';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { day } from '@/usecases/kit/fields';
import { sisterBalances } from '../intercompany/show-balances';
import { demandReportReach } from './report-scope';

/** A control account of one subsidiary and currency against its subledger. Amounts above zero are on its usual side. */
export interface TiedControl {
  readonly control: ControlName;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly subledger: string;
  readonly ledger: string;
  readonly difference: string;
  /** In the subsidiary's base currency; of the subledger's, `unrealizedBase` is what revaluation posted. */
  readonly baseCurrencyCode: string;
  readonly subledgerBase: string;
  readonly unrealizedBase: string;
  readonly ledgerBase: string;
  readonly differenceBase: string;
  /** What the difference consists of, ledger less subledger, the largest first; they add up to it. */
  readonly lines: readonly TieOutReason[];
}

export interface TieOutReason {
  /** As in ControlLine; NOT_EXPLAINED is what remains after every entry was compared. */
  readonly kind: ControlLine['kind'] | 'NOT_EXPLAINED';
  readonly entryId: string | null;
  readonly entryNumber: string | null;
  readonly postingDate: string | null;
  readonly sourceKind: string | null;
  readonly transactionId: string | null;
  readonly memo: string | null;
  readonly amount: string;
  readonly base: string;
}

const OF_DOCUMENTS: readonly ControlName[] = ['RECEIVABLE', 'PAYABLE', 'EMPLOYEE_PAYABLE'];

/** What a caller has read of the same control accounts, subsidiaries and day. */
interface KnownSums {
  readonly subledgers: readonly SubledgerSum[];
  readonly subsidiaries: readonly { readonly id: string; readonly baseCurrency: string }[];
}

/** Lines listed for each call; what is beyond them is summed up as NOT_EXPLAINED. */
const MOST_LINES = 500;

/**
 * Control accounts on a day against their subledgers: receivables, payables and employee payables against the open items; deferred
 * revenue, contract assets and refund liabilities against the movements of contracts; contract costs against what is capitalized.
 * Only where a total differs are the entries gone through, line by line.
 */
export async function tieOutOf(
  tenant: Tenant,
  asked: { readonly asOf: string; readonly today: string; readonly subsidiaryIds: readonly string[] | null },
  controls: readonly ControlName[] = CONTROL_NAMES,
  /** The open items by control account, and the subsidiaries, where the caller has just read them. */
  known: KnownSums | null = null,
): Promise<TiedControl[]> {
  const { subsidiaries } = known ?? (await readReportSubsidiaries(tenant, asked.subsidiaryIds));
  const bases = new Map(subsidiaries.map(({ id, baseCurrency }) => [id, baseCurrency]));
  const ids = [...bases.keys()];
  const of = (roles: readonly ControlName[]) => ({ asOf: asked.asOf, roles, subsidiaryIds: ids });
  const ours = controls.filter((control) => OF_DOCUMENTS.includes(control));
  const others = controls.filter((control) => !OF_DOCUMENTS.includes(control));
  const subledgers = [
    ...(ours.length === 0
      ? []
      : (known?.subledgers ??
        (await readOpenSums(tenant, {
          asOf: asked.asOf,
          roles: ours,
          subsidiaries: ids.map((id) => ({ id, rate: '1' })),
        })))),
    ...(others.length === 0 ? [] : await readRevenueSums(tenant, of(others))),
  ];
  const ledger = await readControlBalances(tenant, { ...of(controls), today: asked.today });
  const rows = compared(subledgers, ledger);
  const differing = [...new Set(rows.filter((row) => !agrees(row)).map(({ role }) => role as ControlName))];
  const lines =
    differing.length === 0 ? [] : await readControlLines(tenant, { ...of(differing), limit: MOST_LINES });
  return rows.map((row) => shown(row, bases.get(row.subsidiaryId) ?? '', lines));
}

interface Compared {
  readonly role: string;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly subledger: SubledgerSum | undefined;
  readonly ledger: ControlBalance | undefined;
}

const placeOf = (row: { role: string; subsidiaryId: string; currencyCode: string }) =>
  `${row.role}/${row.subsidiaryId}/${row.currencyCode}`;

function compared(subledgers: readonly SubledgerSum[], ledgers: readonly ControlBalance[]): Compared[] {
  const [left, right] = [
    new Map(subledgers.map((one) => [placeOf(one), one])),
    new Map(ledgers.map((one) => [placeOf(one), one])),
  ];
  const places = new Map([...subledgers, ...ledgers].map((one) => [placeOf(one), one]));
  return [...places]
    .map(([place, { role, subsidiaryId, currencyCode }]) => ({
      role,
      subsidiaryId,
      currencyCode,
      subledger: left.get(place),
      ledger: right.get(place),
    }))
    .sort(
      (a, b) =>
        CONTROL_NAMES.indexOf(a.role as ControlName) - CONTROL_NAMES.indexOf(b.role as ControlName) ||
        placeOf(a).localeCompare(placeOf(b)),
    );
}

const differences = ({ subledger, ledger }: Compared) => ({
  own: dec(ledger?.amount ?? '0').minus(subledger?.amount ?? '0'),
  base: dec(ledger?.base ?? '0').minus(subledger?.base ?? '0'),
});

function agrees(row: Compared): boolean {
  const { own, base } = differences(row);
  return own.isZero() && base.isZero();
}

function shown(row: Compared, baseCurrencyCode: string, all: readonly ControlLine[]): TiedControl {
  const { own, base } = differences(row);
  const text = (value: Decimal | string) => amountInFull(dec(value), row.currencyCode);
  const inBase = (value: Decimal | string) => amountInFull(dec(value), baseCurrencyCode);
  const lines = agrees(row) ? [] : all.filter((line) => placeOf(line) === placeOf(row));
  const rest = {
    amount: own.minus(sum(lines.map(({ amount }) => amount))),
    base: base.minus(sum(lines.map((line) => line.base))),
  };
  const isExplained = rest.amount.isZero() && rest.base.isZero();
  return {
    control: row.role as ControlName,
    subsidiaryId: row.subsidiaryId,
    currencyCode: row.currencyCode,
    subledger: text(row.subledger?.amount ?? '0'),
    ledger: text(row.ledger?.amount ?? '0'),
    difference: text(own),
    baseCurrencyCode,
    subledgerBase: inBase(row.subledger?.base ?? '0'),
    unrealizedBase: inBase(row.subledger?.unrealized ?? '0'),
    ledgerBase: inBase(row.ledger?.base ?? '0'),
    differenceBase: inBase(base),
    lines: [
      ...lines.map(({ role: _r, subsidiaryId: _s, currencyCode: _c, amount, base: carried, ...line }) => ({
        ...line,
        amount: text(amount),
        base: inBase(carried),
      })),
      ...(isExplained ? [] : [{ ...UNKNOWN, amount: text(rest.amount), base: inBase(rest.base) }]),
    ],
  };
}

const UNKNOWN = {
  kind: 'NOT_EXPLAINED',
  entryId: null,
  entryNumber: null,
  postingDate: null,
  sourceKind: null,
  transactionId: null,
  memo: null,
} as const;

/** Whether a tied-out control account agrees, in its currency and in base currency. */
export const isTied = (row: TiedControl): boolean =>
  dec(row.difference).isZero() && dec(row.differenceBase).isZero();

/**
 * The tie-out of control accounts to their subledgers on a day, by account, subsidiary and currency, with what any difference
 * consists of. Reads; changes nothing. Refuses NOT_FOUND for an unknown subsidiary.
 */
export const tieOutControls = defineUseCase({
  name: 'reports.tieOut',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({
    /** Default: today. */
    asOf: day.optional(),
    subsidiaryId: z.guid().optional(),
    control: z.enum(Object.keys(CONTROL_SIDES) as [ControlName, ...ControlName[]]).optional(),
  }),
  async run(context, { asOf, subsidiaryId, control }) {
    const { tenant, clock } = context;
    demandReportReach(context, { subsidiaryId });
    if (subsidiaryId !== undefined) {
      const { subsidiaries } = await readReportSubsidiaries(tenant, [subsidiaryId]);
      if (subsidiaries.length === 0) refuseNotFound('subsidiary', subsidiaryId);
    }
    const asked = {
      asOf: asOf ?? clock.today(),
      today: clock.today(),
      subsidiaryIds: subsidiaryId === undefined ? null : [subsidiaryId],
    };
    const controls = await tieOutOf(tenant, asked, control === undefined ? CONTROL_NAMES : [control]);
    // What the companies of the group owe one another is tied out pair by pair.
    const intercompany =
      control === undefined ? await sisterBalances(tenant, { asOf: asked.asOf, subsidiaryId }) : [];
    const agree = intercompany.every(({ difference }) => dec(difference).isZero());
    return { asOf: asked.asOf, holds: controls.every(isTied) && agree, controls, intercompany };
  },
});
