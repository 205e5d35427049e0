import { COLUMNS, invoice, orderDesk } from '@/testing/order-desk';
import { foundTestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { rowsOfCsvStream } from '@/usecases/imports/read-stream';
import { runImport } from '@/usecases/imports/run-import';
import { storeUpload } from '@/usecases/imports/store-upload';
import { runForOutput } from '@/usecases/kit/run';
import { processorTime } from './support/processor-time';
import type { Bar } from './support/ratio';

/** Lines of the file, each an order of its own with a contract and an invoice. */
const LINES = Number(process.env.DAYBOOK_BENCH_ORDERS ?? '20000');

/**
 * A file of orders and bills uploaded through the door for files of any size and taken in: each line becomes a contract in force with its
 * invoice. There is no peer; the figure is printed.
 */
export async function benchOrders(): Promise<Bar[]> {
  const organization = await foundTestOrganization({ name: 'Bench', today: '2026-02-10' });
  const { newSource } = orderDesk(() => organization);
  const { id: sourceId } = await newSource();
  const call = organization.callAs('admin');
  await withOwner((client) => client.query('vacuum analyze'));
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(process.memoryUsage().rss / 1024 / 1024), 250);
  const before = await processorTime();
  const started = performance.now();
  const upload = { noun: 'orders', fileName: 'invoices.csv', sourceId } as const;
  const { id } = await storeUpload(call, upload, rowsOfCsvStream(fileOf()));
  const arrived = performance.now();
  const { counts } = await runForOutput(runImport, call, { id });
  const seconds = (performance.now() - arrived) / 1000;
  clearInterval(watch);
  const after = await processorTime();
  console.log(
    `reached  orders: ${counts.imported} of ${LINES} lines taken in, uploaded in ${((arrived - started) / 1000).toFixed(1)} s, taken in in ` +
      `${seconds.toFixed(0)} s (${(LINES / seconds).toFixed(0)} lines/s); processor time of a line ` +
      `${(((after.node - before.node) * 1000) / LINES).toFixed(0)} µs of Node and ` +
      `${(((after.database - before.database) * 1000) / LINES).toFixed(0)} µs of the database; at most ${Math.round(Math.max(0, ...memory))} MB resident`,
  );
  if (counts.imported !== LINES) throw new Error(`${counts.failed} lines were refused`);
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
