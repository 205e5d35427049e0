'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type RouterInputs, trpc } from '@/surfaces/trpc/react';
import { notifyDone } from '@/ui/kit/notify';
import { issuesOf, refusalOf, sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Document } from '../document';

export type SaveHow = 'draft' | 'submit' | 'post';
type Created = RouterInputs['transactions']['create'];
/** A form's fields; the status is the verb's. */
type Written = {
  readonly transaction: Omit<Created['transaction'], 'status'>;
  readonly lines: Created['lines'];
  readonly confirmedRate?: Created['confirmedRate'];
};

/**
 * Saves the document and takes it as far as requested: kept as a draft, submitted, or kept and taken to the dialog that approves
 * and posts it. Refusals are shown above the form; if only some steps succeed, the document's page shows its state.
 */
export function useSaveDocument(draft: Document | null) {
  const books = useBooks();
  const router = useRouter();
  const [pending, setPending] = useState<SaveHow | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isDone, setDone] = useState(false);
  const create = trpc.transactions.create.useMutation();
  const update = trpc.transactions.update.useMutation();
  const submit = trpc.transactions.submit.useMutation();

  async function written(
    how: SaveHow,
    what: Written,
    version?: number,
  ): Promise<{ id: string; number: string }> {
    if (draft === null) {
      const status = how === 'submit' ? 'PENDING_APPROVAL' : 'DRAFT';
      const made = await create.mutateAsync({
        transaction: { ...what.transaction, status },
        lines: what.lines,
        confirmedRate: what.confirmedRate,
      });
      return { id: made.id, number: made.transactionNumber };
    }
    const changed = await update.mutateAsync({
      id: draft.id,
      ...what,
      $call: { expectedVersion: version ?? draft.version },
    });
    if (how === 'submit') await submit.mutateAsync({ id: draft.id });
    return { id: changed.id, number: changed.transactionNumber };
  }

  async function run(how: SaveHow, what: Written, version?: number) {
    setPending(how);
    setFailure(null);
    try {
      const { id, number } = await written(how, what, version);
      setDone(true);
      if (how === 'draft') notifyDone(`${number} is saved as a draft.`);
      if (how === 'submit') notifyDone(`${number} is waiting for approval.`);
      router.push(books.path(`transactions/${id}${how === 'post' ? '?do=post' : ''}`));
    } catch (error) {
      setFailure(error);
      setPending(null);
    }
  }

  const issues = issuesOf(failure);
  return {
    /** `version`: of a draft that someone else saved in the meantime, when both versions were seen. */
    run: (how: SaveHow, what: Written, version?: number) => void run(how, what, version),
    /** True when someone else saved the draft in the meantime. */
    isStale: refusalOf(failure)?.code === 'STALE_VERSION',
    pending,
    isDone,
    /** True when the exchange rate stated is far from the last one: a reason is asked for. */
    asksRate: refusalOf(failure)?.code === 'RATE_JUMP',
    problem: failure === null ? null : [sentenceOf(failure), ...issues.map(issueText)].join(' '),
    fieldProblems: Object.fromEntries(issues.map((issue) => [issue.path.at(-1) ?? '', issue.message])),
  };
}

/** "Line 2 unitPrice: must be …". */
function issueText({
  path,
  message,
}: {
  readonly path: readonly string[];
  readonly message: string;
}): string {
  const [first, index, field] = path;
  return first === 'lines' && index !== undefined
    ? `Line ${Number(index) + 1}${field ? ` ${field}` : ''}: ${message}.`
    : `${path.at(-1) ?? ''}: ${message}.`;
}
