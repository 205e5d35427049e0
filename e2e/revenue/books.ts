import type { z } from 'zod';
import { sql, withTenantReport } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { activateContract } from '@/usecases/revenue/activate-contract';
import type { contractCreateInput } from '@/usecases/revenue/contract-input';
import type { ContractView } from '@/usecases/revenue/contract-view';
import { createContract } from '@/usecases/revenue/create-contract';
import { createRun } from '@/usecases/revenue/create-run';
import type { eventInput } from '@/usecases/revenue/event-input';
import { getContract } from '@/usecases/revenue/get-contract';
import { postRun } from '@/usecases/revenue/post-run';
import { recordEvent } from '@/usecases/revenue/record-event';
import type { RunView } from '@/usecases/revenue/run-view';

/** All five criteria of 606-10-25-1, met. */
export const MET = ['APPROVED', 'RIGHTS', 'PAYMENT_TERMS', 'SUBSTANCE', 'COLLECTION_PROBABLE'].map(
  (name) => ({
    name,
    met: true,
    evidence: 'signed order form',
  }),
);

export type Draft = Omit<z.input<typeof contractCreateInput>, 'criteria'>;
export type Fact = z.input<typeof eventInput>;

/** Books of one organization in which contracts are told and run, by the roles who would do it. */
export interface Books {
  readonly org: TestOrganization;
  /** Drafted and in force. */
  contract(draft: Draft): Promise<ContractView>;
  /** Facts in order; answers the contract after the last. */
  tell(id: string, ...facts: Fact[]): Promise<ContractView>;
  /** Proposes and posts the run of a month. */
  run(period: string, options?: { rows?: number; grouping?: 'SUBSIDIARY' | 'CONTRACT' }): Promise<RunView>;
  read(id: string, knownAsOf?: string): Promise<ContractView>;
  /** Balance of an account code, debit above zero. */
  balance(code: string): Promise<string>;
  /** Every entry of the ledger in order, `code debit` or `code -credit`. */
  entries(): Promise<string[][]>;
}

export async function openBooks(today = '2026-12-31'): Promise<Books> {
  const org = await foundTestOrganization({ today });
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
    async tell(id, ...facts) {
      for (const event of facts) await runForOutput(recordEvent, org.callAs('revenue'), { id, event });
      return books.read(id);
    },
    async run(period, { rows, grouping } = {}) {
      const { id } = await runForOutput(createRun, org.callAs('revenue'), { period, grouping });
      return runForOutput(postRun, org.callAs('revenue'), { id, rows });
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
  };
  return books;
}
