import { z } from 'zod';
import { streamReport } from '@/db/record-stream';
import {
  BEFORE_COSTS,
  type CostOfContract,
  countOpenCosts,
  type JudgedContractRow,
  judgedCostsSql,
  pageJudgedContracts,
  withCostRecorders,
} from '@/db/revenue/contracts/judgements';
import type { Tenant } from '@/db/tenancy';
import { cursorOf, readCursor } from '@/usecases/kit/cursor';
import { refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { anId, momentText } from '../../kit/fields';
import { defineStream } from '../../kit/stream';
import {
  costPlace,
  costRowOf,
  costRowsOf,
  isWanted,
  type JudgementRow,
  judgementFields,
  linesOf,
  mayBeOfCosts,
} from './judgement-shape';

const asked = z.object({ id: anId, knownAsOf: momentText.optional(), ...judgementFields });
const cursor = z.tuple(costPlace);

/**
 * The judgments about one contract, with those its terms raise and no one answered: each with its question and paragraph, the
 * answer, the evidence, who and when; and how many of all are open. With `knownAsOf` what was recorded by then. The first page has all that do not stand
 * in costs, and costs up to `limit` rows; `nextCursor` continues with further costs, in the order recorded. Refuses NOT_FOUND, and INVALID_INPUT for a
 * cursor that is not of this list.
 */
export const contractJudgements = defineUseCase({
  name: 'revenue.judgements.get',
  permission: 'revenue.read',
  mode: 'report',
  input: asked.extend({
    limit: z.int().min(1).max(1_000).default(500),
    /** The `nextCursor` of the previous page. */
    after: z.string().max(200).optional(),
  }),
  async run(
    { tenant },
    { id, knownAsOf = null, limit, after, ...wanted },
  ): Promise<{ rows: JudgementRow[]; open: number; nextCursor: string | null }> {
    const begun = after === undefined ? undefined : placeIn(after);
    const { contract, lines, open } = await judgedContract(tenant, id, knownAsOf);
    const rows = begun === undefined ? lines.filter((row) => isWanted(row, wanted)) : [];
    const room = Math.max(limit - rows.length, 0);
    const query = { knownAsOf, after: begun, limit: room + 1 };
    const costs = (await costRowsOf(tenant, [contract], wanted, query)).get(id) ?? [];
    const shown = costs.slice(0, room);
    for (const { row } of shown) rows.push(row);
    const { at, id: costId } = shown.at(-1)?.place ?? begun ?? BEFORE_COSTS;
    return { rows, open, nextCursor: costs.length > room ? cursorOf([at, costId]) : null };
  },
});

/** A part of the judgments about a contract: first how many are open, then each of them. */
export type StreamedJudgement =
  | { readonly kind: 'OPEN'; readonly open: number }
  | { readonly kind: 'ROW'; readonly row: JudgementRow };

/** Costs that are in hand at a time. */
const COSTS_AT_ONCE = 500;

/**
 * The same as a whole, for programs and files: read and shown a few hundred at a time, however many there are, all of one moment. Refuses NOT_FOUND.
 */
export const streamContractJudgements = defineStream({
  name: 'revenue.judgements.getWhole',
  permission: 'revenue.read',
  input: asked,
  open: (claim, { id, knownAsOf = null, ...wanted }) =>
    streamReport<CostOfContract, StreamedJudgement>(claim, async (tenant) => {
      const { contract, lines, open } = await judgedContract(tenant, id, knownAsOf);
      const rows = lines.filter((row) => isWanted(row, wanted)).map((row) => ({ kind: 'ROW' as const, row }));
      const first: StreamedJudgement[] = [{ kind: 'OPEN', open }, ...rows];
      const { state } = wanted;
      const limit = mayBeOfCosts(wanted) ? null : 0;
      return {
        ...judgedCostsSql(tenant, { contractIds: [id], knownAsOf, state, limit }),
        atOnce: COSTS_AT_ONCE,
        async complete(costs) {
          const judged = await withCostRecorders(tenant, costs);
          return [
            ...first.splice(0),
            ...judged.map((cost) => ({ kind: 'ROW' as const, row: costRowOf(contract, cost) })),
          ];
        },
      };
    }),
});

/** A contract with its judgments but those of costs, and how many of all are open. */
async function judgedContract(
  tenant: Tenant,
  id: string,
  knownAsOf: string | null,
): Promise<{ contract: JudgedContractRow; lines: JudgementRow[]; open: number }> {
  const [contract] = await pageJudgedContracts(tenant, { contractId: id, limit: 1 });
  if (contract === undefined) return refuseNotFound('contract', id);
  const lines = (await linesOf(tenant, [contract], knownAsOf)).get(id) ?? [];
  const ofCosts = await countOpenCosts(tenant, { contractId: id, knownAsOf });
  return { contract, lines, open: lines.filter(({ state }) => state === 'OPEN').length + ofCosts };
}

function placeIn(text: string) {
  const [at, id] = readCursor(cursor, text, 'after');
  return { at, id };
}
