import { contractsFile } from '@/testing/files/contracts-file';
import { requireTwoForNothing } from '@/testing/left/revenue-left';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { createCutOver } from '@/usecases/cut-over/create-cut-over';
import { runForOutput } from '@/usecases/kit/run';
import { importInPortions, resultLine } from './support/portions';
import type { Bar } from './support/ratio';

/** Contracts of one file, each with a one-year obligation; fewer for a quick look. */
const CONTRACTS = Number(process.env.DAYBOOK_BENCH_CONTRACTS ?? '100000');
/** Contracts created one at a time, with which those created in sets are compared. */
const ALONE = Math.min(CONTRACTS, 1_000);

/**
 * A file of contracts of an earlier system, uploaded and taken over: once in sets, and a smaller one by the verb for one contract. Each
 * contract comes with its schedule and the entries of its bill and its payment. The bar compares the processor time per contract of the two
 * ways, which does not depend on how busy the machine is.
 */
export async function benchContracts(): Promise<Bar[]> {
  // A server compiles its code in its first half minute.
  await takenOver(Math.min(ALONE, 500), async () => undefined);
  const single = await takenOver(ALONE, requireTwoForNothing);
  console.log(resultLine('contracts one at a time', ALONE, single));
  const sets = await takenOver(CONTRACTS, async () => undefined);
  console.log(resultLine('contracts in sets', CONTRACTS, sets));
  const micros = ({ node, database }: typeof sets, count: number) => ((node + database) * 1000) / count;
  return [
    {
      name: `contracts of a file of ${CONTRACTS.toLocaleString('en-US')}, in sets`,
      unit: 'µs of processor time each',
      ours: micros(sets, CONTRACTS),
      theirs: micros(single, ALONE),
      peer: 'the verb for one contract',
      atLeast: 4,
      lowerIsBetter: true,
    },
  ];
}

async function takenOver(count: number, prepare: (org: TestOrganization) => Promise<unknown>) {
  const organization = await foundTestOrganization({ name: 'Bench contracts', today: '2026-02-10' });
  await prepare(organization);
  const call = organization.callAs('admin');
  const { id: cutOverId } = await runForOutput(createCutOver, call, { cutOverDate: '2025-01-31' });
  await withOwner((client) => client.query('vacuum analyze'));
  const upload = { noun: 'openContracts', fileName: 'contracts.csv', cutOverId } as const;
  return importInPortions(call, upload, contractsFile(count));
}
