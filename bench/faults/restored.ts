import fs from 'node:fs';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { copyOwned } from '../../scripts/lib/backup/copy-owned.mjs';
import { fillBooks } from '../support/books';
import type { Cluster } from './cluster';

const ENTRIES = Number(process.env.DAYBOOK_FAULT_ENTRIES ?? '25000');

/**
 * R15: books of 100,000 lines are backed up with the server stopped, continue, are lost
 * and are restored: the trial balance is that of the backup, to the cent.
 */
export async function restoredFromBackup(cluster: Cluster): Promise<string> {
  const organization = await foundTestOrganization({ name: 'Backup' });
  await fillBooks(organization, ENTRIES);
  const before = await trialBalance(organization);
  const backup = `${cluster.directory}-backup`;
  await cluster.stop();
  copyOwned(cluster.directory, backup);
  await cluster.start();
  await fillBooks(organization, 10, ENTRIES);
  if ((await trialBalance(organization)) === before)
    throw new Error('the books did not go on after the backup');
  await cluster.kill();
  fs.rmSync(cluster.directory, { recursive: true, force: true });
  fs.renameSync(backup, cluster.directory);
  await cluster.start();
  const after = await trialBalance(organization);
  if (after !== before) throw new Error('the restored trial balance differs from that of the backup');
  const verdict = await runForOutput(verifyBooks, organization.callAs('admin'), {});
  if (!verdict.isSound) throw new Error(verdict.breaches.map(({ message }) => message).join(' '));
  return `${ENTRIES * 4} lines backed up, lost and restored: the trial balance is equal, books sound`;
}

async function trialBalance(organization: TestOrganization): Promise<string> {
  const { rows, totals } = await runForOutput(trialBalanceReport, organization.callAs('controller'), {});
  return JSON.stringify({ rows, totals });
}
