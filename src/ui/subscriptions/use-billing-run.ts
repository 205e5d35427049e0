'use client';

import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { notifyProblem } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';

type Run = RouterOutputs['subscriptions']['billDue'];
export type BillingResult = Pick<Run, 'billed' | 'refused'>;

/**
 * Bills what is due in portions, so that the page can show progress. Stopping in between is harmless: what is
 * billed stays billed, and the next run does the rest.
 */
export function useBillingRun() {
  const [isRunning, setRunning] = useState(false);
  const [result, setResult] = useState<BillingResult | null>(null);
  const bill = trpc.subscriptions.billDue.useMutation();
  async function start() {
    setRunning(true);
    let so: BillingResult = { billed: [], refused: [] };
    try {
      let after: string | null = null;
      do {
        const portion: Run = await bill.mutateAsync(after === null ? {} : { after });
        so = { billed: [...so.billed, ...portion.billed], refused: [...so.refused, ...portion.refused] };
        setResult(so);
        after = portion.nextAfter;
      } while (after !== null);
    } catch (error) {
      notifyProblem(sentenceOf(error));
    } finally {
      setRunning(false);
    }
  }
  return { isRunning, result, start };
}
