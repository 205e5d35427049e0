import { runForOutput } from '../../kit/run';
import { defineStream } from '../../kit/stream';
import type { JudgementRow } from './judgement-shape';
import { judgementFilters, listJudgements } from './list-judgements';

/** Judgments of at least as many contracts are read at a time. */
const AT_ONCE = 1_000;

/**
 * Every judgment of a list as filtered, those of the newest contract first: the rows of a file. It is read page by page, since what was
 * judged is worked out contract by contract.
 */
export const streamJudgements = defineStream({
  name: 'revenue.judgements.export',
  permission: 'revenue.read',
  input: judgementFilters,
  async *open(_claim, asked, call): AsyncGenerator<JudgementRow[]> {
    let before: string | null | undefined;
    while (before !== null && call.gone?.aborted !== true) {
      const page: { rows: JudgementRow[]; nextCursor: string | null } = await runForOutput(
        listJudgements,
        call,
        {
          ...asked,
          limit: AT_ONCE,
          ...(before === undefined ? {} : { before }),
        },
      );
      if (page.rows.length > 0) yield page.rows;
      before = page.nextCursor;
    }
  },
});
