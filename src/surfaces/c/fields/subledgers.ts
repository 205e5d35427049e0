import { z } from 'zod';
import { SUBLEDGERS } from '@/core/transactions/kinds';
import { CONTROL_NAMES } from '@/core/transactions/subledgers';
import type { wholeOpenItems } from '@/usecases/reports/list-open-items';
import type { wholeAging } from '@/usecases/reports/show-aging';
import type { tieOutControls } from '@/usecases/reports/tie-out-controls';
import { type OutputOf, shapeOf } from '../../kit/shape';
import { orNull, rowsOf } from '../../kit/shape-parts';

type Aging = OutputOf<typeof wholeAging>;
type OpenItems = OutputOf<typeof wholeOpenItems>;
type TieOut = OutputOf<typeof tieOutControls>;

const agingRowShape = shapeOf<Aging['rows'][number]>()({
  origin: z.enum(['OWED', 'REVALUATION']),
  entityId: 'id?',
  entityName: 'text',
  currencyCode: 'text',
  CURRENT: 'decimal',
  DAYS_1_30: 'decimal',
  DAYS_31_60: 'decimal',
  DAYS_61_90: 'decimal',
  OVER_90: 'decimal',
  total: 'decimal',
  base: 'decimal',
});

const totalShape = shapeOf<Aging['totals'][number]>()({
  currencyCode: 'text',
  CURRENT: 'decimal',
  DAYS_1_30: 'decimal',
  DAYS_31_60: 'decimal',
  DAYS_61_90: 'decimal',
  OVER_90: 'decimal',
  total: 'decimal',
  base: 'decimal',
});

const baseShape = shapeOf<Aging['base']>()({
  currencyCode: 'text',
  CURRENT: 'decimal',
  DAYS_1_30: 'decimal',
  DAYS_31_60: 'decimal',
  DAYS_61_90: 'decimal',
  OVER_90: 'decimal',
  total: 'decimal',
});

const tieOutReasonShape = shapeOf<NonNullable<Aging['control']>['rows'][number]['lines'][number]>()({
  kind: z.enum(['ENTRY', 'LATER_CORRECTION', 'REVERSED_SIDE', 'NOT_EXPLAINED']),
  entryId: 'id?',
  entryNumber: 'text?',
  postingDate: 'day?',
  sourceKind: 'text?',
  transactionId: 'id?',
  memo: 'text?',
  amount: 'decimal',
  base: 'decimal',
});

const tiedControlShape = shapeOf<NonNullable<Aging['control']>['rows'][number]>()({
  control: z.enum(CONTROL_NAMES),
  subsidiaryId: 'id',
  currencyCode: 'text',
  subledger: 'decimal',
  ledger: 'decimal',
  difference: 'decimal',
  baseCurrencyCode: 'text',
  subledgerBase: 'decimal',
  unrealizedBase: 'decimal',
  ledgerBase: 'decimal',
  differenceBase: 'decimal',
  lines: rowsOf(tieOutReasonShape),
});

const agingControlShape = shapeOf<NonNullable<Aging['control']>>()({
  agrees: 'flag',
  rows: rowsOf(tiedControlShape),
});

export const agingShape = shapeOf<Aging>()({
  asOf: 'day',
  side: z.enum(SUBLEDGERS),
  rows: rowsOf(agingRowShape),
  totals: rowsOf(totalShape),
  base: baseShape,
  control: orNull(agingControlShape),
});

const openItemShape = shapeOf<OpenItems['items'][number]>()({
  id: 'id',
  origin: z.enum(['DOCUMENT', 'CONTRACT', 'REVALUATION']),
  contractId: 'id?',
  transactionNumber: 'text',
  kind: 'text',
  entityId: 'id?',
  entityName: 'text',
  subsidiaryId: 'id',
  transactionDate: 'day',
  dueDate: 'day?',
  currencyCode: 'text',
  totalAmount: 'decimal',
  settlesAmount: 'decimal',
  appliedAmount: 'decimal',
  openAmount: 'decimal',
  baseCurrencyCode: 'text',
  openBase: 'decimal',
  bucket: 'text',
  ledgerEntryId: 'id?',
});

export const openItemsShape = shapeOf<OpenItems>()({
  asOf: 'day',
  side: z.enum(SUBLEDGERS),
  items: rowsOf(openItemShape),
});

export const sisterBalanceShape = shapeOf<TieOut['intercompany'][number]>()({
  subsidiaryId: 'id',
  sisterId: 'id?',
  currencyCode: 'text',
  ours: 'decimal',
  theirs: 'decimal',
  difference: 'decimal',
  ourBase: 'decimal',
  ourBaseCurrency: 'text',
  theirBase: 'decimal',
  theirBaseCurrency: 'text?',
});

export const tieOutShape = shapeOf<TieOut>()({
  asOf: 'day',
  holds: 'flag',
  controls: rowsOf(tiedControlShape),
  intercompany: rowsOf(sisterBalanceShape),
});
