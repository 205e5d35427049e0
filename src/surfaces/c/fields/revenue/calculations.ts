import type { allocatePrice } from '@/usecases/revenue/contracts/allocate-price';
import type { previewFinancing } from '@/usecases/revenue/contracts/preview-financing';
import type { scheduleAmount } from '@/usecases/revenue/events/schedule-amount';
import { type OutputOf, shapeOf } from '../../../kit/shape';
import { optional, rowsOf } from '../../../kit/shape-parts';

type Allocation = OutputOf<typeof allocatePrice>;
type FinancingPreview = OutputOf<typeof previewFinancing>;
type Schedule = OutputOf<typeof scheduleAmount>;

const allocationShareShape = shapeOf<Allocation['allocations'][number]>()({
  key: 'text',
  amount: 'decimal',
  why: 'text',
});

export const allocationShape = shapeOf<Allocation>()({
  allocations: rowsOf(allocationShareShape),
  total: 'decimal',
});

const financingPreviewRowShape = shapeOf<FinancingPreview['rows'][number]>()({
  on: 'day',
  amount: 'decimal',
});

const financingPreviewPeriodShape = shapeOf<FinancingPreview['periods'][number]>()({
  period: 'count',
  opening: 'decimal',
  interest: 'decimal',
  payment: 'decimal',
  closing: 'decimal',
  end: 'day',
});

export const financingPreviewShape = shapeOf<FinancingPreview>()({
  ratePerPeriod: 'text',
  interest: 'decimal',
  rows: rowsOf(financingPreviewRowShape),
  installments: rowsOf(financingPreviewRowShape),
  periods: rowsOf(financingPreviewPeriodShape),
  price: 'decimal',
});

const slicePartShape = shapeOf<NonNullable<Schedule['slices'][number]['parts']>[number]>()({
  start: 'day',
  end: 'day',
  amount: 'decimal',
});

const sliceShape = shapeOf<Schedule['slices'][number]>()({
  period: 'text',
  start: 'day',
  end: 'day',
  amount: 'decimal',
  parts: optional(rowsOf(slicePartShape)),
});

export const scheduleShape = shapeOf<Schedule>()({
  slices: rowsOf(sliceShape),
  total: 'decimal',
});
