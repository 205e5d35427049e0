import { checkImport } from '@/usecases/imports/check-import';
import { createImport } from '@/usecases/imports/create-import';
import { runImport } from '@/usecases/imports/run-import';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { rejectTransaction } from '@/usecases/transactions/posting/reject-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { submitTransaction } from '@/usecases/transactions/posting/submit-transaction';
import { VENDOR_FILE } from '../story/vendor-file';
import { type WaitingDocument, waitingDocuments } from '../story/waiting';
import { inputOf } from './documents';
import type { Stage } from './stage';

/** The work of the current month, each step done by the responsible person. */
export async function buildDesk(stage: Stage): Promise<void> {
  for (const document of waitingDocuments(stage.timeline)) await live(stage, document);
  await bringVendors(stage);
}

/** An import in which some rows failed, each with its reason. */
async function bringVendors(stage: Stage): Promise<void> {
  const { id } = await stage.run('accountant', createImport, { noun: 'vendors', ...VENDOR_FILE });
  await stage.run('accountant', checkImport, { id });
  await stage.run('accountant', runImport, { id });
}

async function live(stage: Stage, document: WaitingDocument): Promise<void> {
  const { author, fate, words } = document;
  const { id } = await stage.run(author, createTransaction, inputOf(stage, document, 'DRAFT'));
  stage.ids.set('document', document.key, id);
  if (fate === 'DRAFT') return;
  if (fate === 'CANCELLED') {
    await stage.run('accountant', cancelTransaction, { id, reason: words });
    return;
  }
  await stage.run(author, submitTransaction, { id });
  if (fate === 'PENDING_APPROVAL') return;
  if (fate === 'REJECTED') {
    await stage.run('approver', rejectTransaction, { id, reason: words });
    return;
  }
  await stage.run('approver', approveTransaction, { id, approvalComment: words });
  if (fate === 'APPROVED') return;
  await stage.run('accountant', postTransaction, { id, postingDate: document.date });
  if (fate === 'REVERSED') {
    await stage.run('accountant', reverseTransaction, {
      id,
      reversalReason: words,
      reversalDate: stage.timeline.today,
    });
  }
}
