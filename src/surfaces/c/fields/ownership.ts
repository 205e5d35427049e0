import type { getOwnership } from '@/usecases/subsidiaries/record-ownership';
import { type OutputOf, shapeOf } from '../../kit/shape';
import { rowsOf } from '../../kit/shape-parts';

type Ownership = OutputOf<typeof getOwnership>;

const interestShape = shapeOf<Ownership['interests'][number]>()({
  id: 'id',
  percent: 'decimal',
  effectiveDate: 'day',
  reason: 'text?',
  recordedBy: 'id?',
  recordedAt: 'moment',
  isLate: 'flag',
});

export const ownershipShape = shapeOf<Ownership>()({
  subsidiaryId: 'id',
  percent: 'decimal',
  interests: rowsOf(interestShape),
});
