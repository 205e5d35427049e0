import { AMOUNT_COLUMN } from '@/core/money/column';
import { decimalOf } from '../../kit/fields';
import type { LineInput } from '../document-input';

/** The amount of a payment in its own currency. */
export const paymentAmount = decimalOf(AMOUNT_COLUMN, { min: '0' });

/** The single line of a payment created from an amount alone. */
export function paymentLine(amount: string): LineInput {
  return { lineNumber: 1, lineType: 'ITEM', description: 'Payment', quantity: '1', unitPrice: amount };
}
