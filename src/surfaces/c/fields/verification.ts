import type { verifyBooks } from '@/usecases/verify/verify-books';
import { type OutputOf, shapeOf } from '../../kit/shape';
import { optional, rowsOf } from '../../kit/shape-parts';

type Verdict = OutputOf<typeof verifyBooks>;

const breachShape = shapeOf<Verdict['breaches'][number]>()({ check: 'text', message: 'text' });

const checkShape = shapeOf<Verdict['checks'][number]>()({
  check: 'text',
  says: 'text',
  place: 'text',
  breaches: 'texts',
});

/** How much was read. */
const readShape = shapeOf<Verdict>()({
  entries: ['text', ({ ledger }) => ledger.entries],
  lines: ['text', ({ ledger }) => ledger.lines],
  auditSealed: ['text', ({ audit }) => audit.sealed],
  entriesSealed: ['text', ({ ledgerChain }) => ledgerChain.sealed],
});

const headShape = shapeOf<Verdict['heads']['audit']>()({ sequence: 'text', hash: 'text' });

/** The ends of the chains, to be kept elsewhere. */
const headsShape = shapeOf<Verdict['heads']>()({
  audit: headShape,
  ledger: headShape,
  security: optional(headShape),
});

/** Every check of the books. */
export const verdictShape = shapeOf<Verdict>()({
  isSound: 'flag',
  checkedAt: 'moment',
  breaches: rowsOf(breachShape),
  checks: rowsOf(checkShape),
  read: [readShape, (verdict) => verdict],
  heads: headsShape,
});
