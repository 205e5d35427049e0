import type { verifyBooks } from '@/usecases/verify/verify-books';
import { type OutputOf, shapeOf } from '../../kit/shape';
import { optional, orNull, rowsOf } from '../../kit/shape-parts';

type Verdict = OutputOf<typeof verifyBooks>;

const breachShape = shapeOf<Verdict['breaches'][number]>()({ check: 'text', message: 'text' });

const checkShape = shapeOf<Verdict['checks'][number]>()({
  check: 'text',
  says: 'text',
  place: 'text',
  breaches: 'texts',
  extent: 'text',
});

/** What was trusted: when the books were last found sound, last whole, and through which seal of the ledger. */
const sinceShape = shapeOf<NonNullable<Verdict['since']>>()({
  checkedAt: 'moment',
  wholeAt: 'moment',
  ledgerSequence: 'text',
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
  since: orNull(sinceShape),
  read: [readShape, (verdict) => verdict],
  heads: headsShape,
});
