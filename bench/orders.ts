import { foundTestOrganization } from '@/testing/organization';
import { COLUMNS, invoice, orderDesk } from '@/testing/outside/order-desk';
import { withOwner } from '@/testing/owner';
import { importInPortions, resultLine } from './support/portions';
import type { Bar } from './support/ratio';

/** Lines of the file, each a separate order with a contract and its bill. */
const LINES = Number(process.env.DAYBOOK_BENCH_ORDERS ?? '20000');

/**
 * A file of orders and bills uploaded through the endpoint for files of any size and imported: each line becomes an active contract with
 * its bill. There is no peer; the figures are printed.
 */
export async function benchOrders(): Promise<Bar[]> {
  const organization = await foundTestOrganization({ name: 'Bench', today: '2026-02-10' });
  const { newSource } = orderDesk(() => organization);
  const { id: sourceId } = await newSource();
  await withOwner((client) => client.query('vacuum analyze'));
  const upload = { noun: 'orders', fileName: 'invoices.csv', sourceId } as const;
  const one = await importInPortions(organization.callAs('admin'), upload, fileOf());
  console.log(resultLine('orders', LINES, one));
  return [];
}

async function* fileOf(): AsyncGenerator<Uint8Array, void> {
  const encoder = new TextEncoder();
  let text = `${COLUMNS.join(',')}\n`;
  for (let at = 0; at < LINES; at += 1) {
    text += `${invoice({ Customer: `cus_${at % 500}`, 'Customer Name': `Customer ${at % 500}` }).join(',')}\n`;
    if (text.length < 65_536) continue;
    yield encoder.encode(text);
    text = '';
  }
  yield encoder.encode(text);
}
