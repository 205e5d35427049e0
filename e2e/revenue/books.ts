import { expect } from 'vitest';
import type { z } from 'zod';
import { addPeriods, lastDayOf } from '@/core/revenue/days';
import { REVENUE_CHECKS } from '@/db/reports/verification/verify-revenue';
import { sql, withTenantReport } from '@/db/tenancy';
import { systemClock } from '@/lib/clock';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import type { contractCreateInput } from '@/usecases/revenue/contracts/contract-input';
import type { ContractView } from '@/usecases/revenue/contracts/contract-view';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { getContract } from '@/usecases/revenue/contracts/get-contract';
import {
  type AppliedModification,
  applyModification,
} from '@/usecases/revenue/contracts/modifications/apply-modification';
import type { modificationApplyInput } from '@/usecases/revenue/contracts/modifications/modification-input';
import type { eventInput } from '@/usecases/revenue/events/event-input';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { rollforwardReport } from '@/usecases/revenue/reports/report-balances';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import type { RunView } from '@/usecases/revenue/runs/run-view';
import { POLICY_ROLES } from '@/usecases/revenue/setup/policy-rules';

/** All five criteria of 606-10-25-1, met. */
export const MET = ['APPROVED', 'RIGHTS', 'PAYMENT_TERMS', 'SUBSTANCE', 'COLLECTION_PROBABLE'].map(
  (name) => ({
    name,
    met: true,
    evidence: 'signed order form',
  }),
);

/** The judgment on a variable amount whose whole estimate is included; a test that constrains part of it overrides this. */
export const PROBABLE = {
  constraint: { kind: 'NONE' as const },
  evidence: 'Paid in full under each of the ten contracts before',
};

export type Draft = Omit<z.input<typeof contractCreateInput>, 'criteria'>;
export type Fact = z.input<typeof eventInput>;

/** The books of one organization in which contracts are recorded and run, with the roles that would do it. */
export interface Books {
  readonly org: TestOrganization;
  /** Drafts and activates a contract. */
  contract(draft: Draft): Promise<ContractView>;
  /** Records facts in order. */
  record(id: string, ...facts: Fact[]): Promise<void>;
  /** The same; returns the contract after the last. */
  tell(id: string, ...facts: Fact[]): Promise<ContractView>;
  modify(
    id: string,
    change: Omit<z.input<typeof modificationApplyInput>, 'id'>,
  ): Promise<AppliedModification>;
  /** Proposes and posts the run of a month. */
  run(period: string, options?: { rows?: number; grouping?: 'SUBSIDIARY' | 'CONTRACT' }): Promise<RunView>;
  /** The runs of all months of a range. */
  runThrough(from: string, to: string): Promise<void>;
  read(id: string, knownAsOf?: string): Promise<ContractView>;
  /** Balance of an account code, debits positive. */
  balance(code: string): Promise<string>;
  /** Every entry of the ledger in order, `code debit` or `code -credit`. */
  entries(): Promise<string[][]>;
  /** Every entry of the ledger in order: its date, and its lines by account role, debits first. */
  journal(): Promise<string[]>;
  /** Expects the ledger to contain exactly these entries, and every subledger to reconcile to it. */
  proves(...entries: string[]): Promise<void>;
  /** Expects every subledger to reconcile to the ledger. */
  tiesOut(): Promise<void>;
  /** Expects the sums by month, by day and by customer to be those of their rows, as a full verification compares them. */
  addsUp(): Promise<void>;
}

/** Account roles by the codes of the default chart. */
const ROLES = new Map<string, string>(Object.entries(POLICY_ROLES).map(([role, { code }]) => [code, role]));

/** Opens books. In a base currency without minor units the figures are whole, as the standard prints them. */
export async function openBooks(today = '2026-12-31', baseCurrency = 'USD'): Promise<Books> {
  const org = await foundTestOrganization({ today, baseCurrency });
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const books: Books = {
    org,
    async contract(draft) {
      const { id } = await runForOutput(createContract, org.callAs('revenue'), {
        customerId: org.ids.customer,
        ...draft,
        criteria: MET,
      });
      return runForOutput(activateContract, org.callAs('revenue'), { id });
    },
    async record(id, ...facts) {
      for (const event of facts) await runForOutput(recordEvent, org.callAs('revenue'), { id, event });
    },
    async tell(id, ...facts) {
      await books.record(id, ...facts);
      return books.read(id);
    },
    modify: (id, change) => runForOutput(applyModification, org.callAs('revenue'), { id, ...change }),
    async run(period, { rows, grouping } = {}) {
      // A month is run once it has ended, whatever the day of the books.
      const clock = period > today.slice(0, 7) ? systemClock(lastDayOf(period)) : org.clock;
      const { id } = await runForOutput(createRun, org.callAs('revenue', { clock }), { period, grouping });
      return runForOutput(postRun, org.callAs('revenue'), { id, rows });
    },
    async runThrough(from, to) {
      for (let period = from; period <= to; period = addPeriods(period, 1)) await books.run(period);
    },
    read: (id, knownAsOf) => runForOutput(getContract, org.callAs('auditor'), { id, knownAsOf }),
    async balance(code) {
      const [row] = await withTenantReport(claim, (tenant) =>
        sql<{ amount: string }>(
          tenant,
          `select trim_scale(coalesce(sum(l.debit - l.credit), 0))::text as amount from ledger_lines l
           join accounts a on a.organization_id = l.organization_id and a.id = l.account_id where a.code = $1`,
          [code],
        ),
      );
      return row?.amount ?? '0';
    },
    async entries() {
      const lines = await withTenantReport(claim, (tenant) =>
        sql<{ entryId: string; line: string }>(
          tenant,
          `select e.id as "entryId", a.code || ' ' || trim_scale(l.debit - l.credit)::text as line from ledger_lines l
           join ledger_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
           join accounts a on a.organization_id = l.organization_id and a.id = l.account_id order by e.entry_number, l.line_number`,
        ),
      );
      const entries = new Map<string, string[]>();
      for (const { entryId, line } of lines) entries.set(entryId, [...(entries.get(entryId) ?? []), line]);
      return [...entries.values()];
    },
    async journal() {
      const lines = await withTenantReport(claim, (tenant) =>
        sql<{ entryId: string; date: string; code: string; side: string; amount: string }>(
          tenant,
          `select e.id as "entryId", e.posting_date as date, a.code, case when l.debit > 0 then 'Dr' else 'Cr' end as side,
             trim_scale(l.debit + l.credit)::text as amount
           from ledger_lines l join ledger_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
           join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
           order by e.entry_number, (l.debit = 0), a.code`,
        ),
      );
      const entries = new Map<string, string[]>();
      for (const { entryId, date, code, side, amount } of lines) {
        const line = `${side} ${ROLES.get(code) ?? code} ${amount}`;
        entries.set(entryId, [...(entries.get(entryId) ?? [`${date}:`]), line]);
      }
      return [...entries.values()].map(([date, ...sides]) => `${date} ${sides.join(', ')}`);
    },
    async addsUp() {
      const found = await withTenantReport(claim, (tenant) =>
        sql(tenant, REVENUE_CHECKS.REVENUE_MONTHS, [claim.organizationId]),
      );
      expect(found).toEqual([]);
    },
    async tiesOut() {
      const whole = await runForOutput(verifyRevenue, org.callAs('auditor'), { extent: 'WHOLE' });
      expect(whole).toMatchObject({ differences: [], holds: true });
      const since = await runForOutput(verifyRevenue, org.callAs('auditor'), { extent: 'SINCE' });
      expect(since).toMatchObject({ lines: whole.lines, holds: true });
      const span = { from: addPeriods(today.slice(0, 7), -24), to: addPeriods(today.slice(0, 7), 24) };
      const { rows } = await runForOutput(rollforwardReport, org.callAs('auditor'), span);
      expect(rows.filter(({ difference }) => Number(difference) !== 0)).toEqual([]);
    },
    async proves(...entries) {
      expect(await books.journal()).toEqual(entries);
      await books.tiesOut();
    },
  };
  return books;
}
