import type { Call } from '@/usecases/kit/define';
import { collect, stream } from '@/usecases/kit/stream';
import type { JudgementRow } from '@/usecases/revenue/reports/judgement-shape';
import { streamContractJudgements } from '@/usecases/revenue/reports/show-judgements';

/** All judgments about a contract, and how many of them are open. */
export async function wholeOf(
  call: Call,
  asked: Parameters<typeof streamContractJudgements.open>[1],
): Promise<{ rows: JudgementRow[]; open: number }> {
  const parts = await collect(await stream(streamContractJudgements, call, asked));
  const [first] = parts;
  return {
    rows: parts.flatMap((part) => (part.kind === 'ROW' ? [part.row] : [])),
    open: first?.kind === 'OPEN' ? first.open : Number.NaN,
  };
}
