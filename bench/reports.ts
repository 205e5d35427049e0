import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { fillBooks } from './support/books';
import { journalText } from './support/journal-text';
import { drive, wire } from './support/load';
import { installed, outputOf, timeOf } from './support/peers';
import { type Bar, median } from './support/ratio';
import { freePort, startServer, tokenFor } from './support/server';

/**
 * B5: the trial balance over HTTP at 25,000 and 250,000 entries: constant between them, faster than `ledger` on an export of
 * the same books and than a plain SUM over the lines; every balance equal to ledger's to the cent.
 */
export async function benchReports(): Promise<Bar[]> {
  if (!(await installed('ledger')))
    throw new Error('ledger is not installed (Debian: ledger); the report benchmark has no peer without it.');
  const organization = await foundTestOrganization({ name: 'Bench reports' });
  const port = await freePort();
  const server = await startServer('.daybook/server.mjs', port, '/healthz');
  const token = await tokenFor(organization);
  try {
    await fillBooks(organization, 25_000);
    await withOwner((client) => client.query('analyze'));
    const small = await trialBalanceMs(port, token, organization);
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'daybook-bench-')), 'books.journal');
    fs.writeFileSync(file, await journalText(organization));
    const peer = median([await ledgerMs(file), await ledgerMs(file), await ledgerMs(file)]);
    await compareBalances(file, port, token, organization);
    await fillBooks(organization, 225_000, 25_000);
    await withOwner((client) => client.query('analyze'));
    const large = await trialBalanceMs(port, token, organization);
    const sum = await rawSumMs(organization);
    return [
      {
        name: 'B5 trial balance, 25,000 entries',
        unit: 'ms',
        ours: small,
        theirs: peer,
        peer: 'ledger on the same books',
        atLeast: 20,
        lowerIsBetter: true,
        note: 'every balance equal to the cent',
      },
      {
        name: 'B5 trial balance stays flat',
        unit: 'ms',
        ours: large,
        theirs: small,
        peer: 'itself at 25,000; ours at 250,000',
        atLeast: 1 / 1.5,
        lowerIsBetter: true,
      },
      {
        name: 'B5 trial balance, 250,000 entries',
        unit: 'ms',
        ours: large,
        theirs: sum,
        peer: 'SUM over the lines',
        atLeast: 10,
        lowerIsBetter: true,
      },
    ];
  } finally {
    await server.stop();
  }
}

const headersOf = (token: string) => ({ authorization: `Bearer ${token}` });

async function trialBalanceMs(port: number, token: string, organization: TestOrganization): Promise<number> {
  const request = wire('GET', `/api/trpc/reports.trialBalance?input=${input()}`, {
    ...headersOf(token),
    'x-daybook-organization': organization.organizationId,
  });
  const sample = await drive({ port, connections: 1, seconds: 3, next: () => request });
  if (sample.failures > 0) throw new Error('the trial balance was refused');
  return sample.p50Ms;
}

const input = () => encodeURIComponent(JSON.stringify({ json: { asOf: '2026-10-31' } }));

const ledgerMs = (file: string) => timeOf('ledger', ['-f', file, 'balance', '--flat', '--no-total']);

async function rawSumMs(organization: TestOrganization): Promise<number> {
  return withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const started = performance.now();
      await client.query(
        'select account_id, sum(base_debit - base_credit) from ledger_lines where organization_id = $1 group by 1',
        [organization.organizationId],
      );
      times.push(performance.now() - started);
    }
    return median(times);
  });
}

async function compareBalances(
  file: string,
  port: number,
  token: string,
  organization: TestOrganization,
): Promise<void> {
  const text = await outputOf('ledger', [
    '-f',
    file,
    'balance',
    '--flat',
    '--no-total',
    '--balance-format',
    '%(account) %(quantity(display_total))\n',
  ]);
  const theirs = new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/) as [string, string]),
  );
  const reply = await fetch(`http://127.0.0.1:${port}/api/trpc/reports.trialBalance?input=${input()}`, {
    headers: { ...headersOf(token), 'x-daybook-organization': organization.organizationId },
  });
  const body = (await reply.json()) as {
    result: { data: { json: { rows: { code: string; netBalance: string }[] } } };
  };
  const cents = (value: string) => BigInt(value.replace(/(\.\d\d)0*$/, '$1').replace('.', ''));
  let compared = 0;
  for (const { code, netBalance } of body.result.data.json.rows) {
    const other = theirs.get(`A:${code}`) ?? '0.00';
    const two = (value: string) => (value.includes('.') ? value : `${value}.00`);
    if (cents(two(netBalance)) !== cents(two(other)) && cents(two(netBalance)) !== -cents(two(other))) {
      throw new Error(`account ${code}: Daybook says ${netBalance}, ledger says ${other}`);
    }
    compared += 1;
  }
  if (compared < 20) throw new Error(`only ${compared} accounts were compared`);
}
