import type { ContractDraft } from '../contract-draft';
import { namesOf } from './asked-price-terms';
import type { FinancingDraft } from './price-terms';

const NEEDED = 'This field is required';

/** Missing fields in the further terms of a price: `royalties/<row>/percent`, `financing/periods`. */
export function priceTermGaps(draft: ContractDraft): Record<string, string> {
  const gaps: Record<string, string> = {};
  const need = (row: Readonly<Record<string, unknown>>, at: string, fields: readonly string[]) => {
    for (const field of fields) if (String(row[field] ?? '').trim() === '') gaps[`${at}/${field}`] = NEEDED;
  };
  for (const row of draft.nonCash) need(row, `nonCash/${row.id}`, ['key', 'quantity', 'fairValue']);
  for (const row of draft.payableToCustomer) need(row, `payableToCustomer/${row.id}`, ['key', 'amount']);
  for (const row of draft.royalties) need(row, `royalties/${row.id}`, ['key', 'percent']);
  for (const row of draft.discounts) {
    need(row, `discounts/${row.id}`, ['amount']);
    if (namesOf(row.to, draft).length === 0) gaps[`discounts/${row.id}/to`] = 'Select what it applies to';
  }
  need(draft.financing, 'financing', neededOf(draft.financing));
  const { kind, payments, paid } = draft.financing;
  for (const field of ['periods', 'monthsPerPeriod'] as const) {
    const text = draft.financing[field];
    if ((kind === 'ARREARS' || kind === 'ADVANCE') && text !== '' && !isCount(text)) {
      gaps[`financing/${field}`] = 'Enter a whole number';
    }
  }
  if (kind === 'ARREARS' && paid === 'LISTED') {
    if (payments.length === 0) gaps['financing/payments'] = 'Enter at least one payment';
    for (const row of payments) {
      need(row, `financing/payments/${row.id}`, ['at', 'amount']);
      if (row.at !== '' && !isCount(row.at)) gaps[`financing/payments/${row.id}/at`] = 'Enter a whole number';
    }
  }
  return gaps;
}

const isCount = (text: string) => /^\d{1,4}$/.test(text.trim());

/** The required fields of a kind of financing. */
function neededOf({ kind, by, paid }: FinancingDraft): readonly string[] {
  switch (kind) {
    case '':
      return [];
    case 'STATED':
      return ['interest'];
    case 'NONE':
      return ['reason', 'evidence'];
    case 'ARREARS':
    case 'ADVANCE':
      return [
        'monthsPerPeriod',
        'periods',
        by === 'RATE' ? 'ratePercent' : 'cashPrice',
        ...(kind === 'ARREARS' && paid === 'EVERY_PERIOD' ? ['payment'] : []),
      ];
  }
}
