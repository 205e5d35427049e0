import { z } from 'zod';
import { streamReport } from '@/db/record-stream';
import { type CustomerStreamRow, customerStatement } from '@/db/reports/documents/customer-stream';
import { defineStream } from '../kit/stream';
import { patternOf } from '../transactions/list-transactions';
import { balancesOn } from './customer-records';

/** A customer with what is owed, per currency. */
export interface StreamedCustomer extends CustomerStreamRow {
  readonly openBalances: Awaited<ReturnType<typeof balancesOn>>;
}

/** Every customer of a list as filtered, by name, with the amounts owed as of today: the rows of a file. */
export const streamCustomersWithBalances = defineStream({
  name: 'customers.export',
  permission: 'crm.customer.read',
  input: z.object({
    search: z.string().max(200).optional(),
    includeInactive: z.boolean().default(false),
  }),
  open: (claim, { search, includeInactive }, { clock }) =>
    streamReport<CustomerStreamRow, StreamedCustomer>(claim, async (tenant) => ({
      ...customerStatement(tenant, { pattern: patternOf(search) ?? null, includeInactive }),
      async complete(rows) {
        const ids = rows.map(({ id }) => id);
        const owed = new Map<string, StreamedCustomer['openBalances']>(ids.map((id) => [id, []]));
        for (const balance of await balancesOn(tenant, ids, clock.today())) {
          owed.get(balance.customerId)?.push(balance);
        }
        return rows.map((row) => ({ ...row, openBalances: owed.get(row.id) ?? [] }));
      },
    })),
});
