import fs from 'node:fs';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { fillBooks } from '../support/books';
import type { Cluster } from './cluster';

const ENTRIES = Number(process.env.DAYBOOK_FAULT_ENTRIES ?? '25000');

/**
 * R15: books of 100,000 lines are backed up as in docs/guides/operators.md (stop, copy the data directory), continue, are lost
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

/**
 * Copies a data directory. When started by root, the database runs as another user, whose files must still belong to that user
 * in the copy. Files that a running database removes meanwhile are left out.
 */
export function copyOwned(from: string, to: string): void {
  const stat = fs.lstatSync(from, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.isDirectory()) {
    fs.mkdirSync(to, { mode: stat.mode });
    for (const name of fs.readdirSync(from)) copyOwned(`${from}/${name}`, `${to}/${name}`);
  } else if (stat.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(from), to);
  else if (stat.isFile()) {
    try {
      fs.copyFileSync(from, to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
  } else return;
  fs.lchownSync(to, stat.uid, stat.gid);
  if (!stat.isSymbolicLink()) fs.chmodSync(to, stat.mode);
}
