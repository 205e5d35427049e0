import { AMOUNT_COLUMN } from '@/core/money/column';
import { decimalOf } from '../kit/fields';
import type { LineInput } from './document-input';

/** What a payment moves, in its own currency. */
export const paymentAmount = decimalOf(AMOUNT_COLUMN, { min: '0' });

/** The one line a payment made by its amount alone has. */
export function paymentLine(amount: string): LineInput {
  return { lineNumber: 1, lineType: 'ITEM', description: 'Payment', quantity: '1', unitPrice: amount };
}
