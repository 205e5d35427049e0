import type { RouterInputs, RouterOutputs } from '@/surfaces/trpc/react';
import type { ComboChoice, MoreChoices } from '@/ui/kit/input/combo-choice';
import type { FormField, FormValues } from '@/ui/records/form/form-field';
import { orNull } from '@/ui/records/form/or-null';

export type Customer = RouterOutputs['customers']['get'];

/** The fields of the customer form. */
export function customerFields(
  parents: { readonly choices: readonly ComboChoice[]; readonly more: MoreChoices | undefined },
  currencies: readonly string[],
  baseCurrency: string,
  agreed: { readonly taxCodes: readonly ComboChoice[]; readonly priceLists: readonly ComboChoice[] },
): FormField[] {
  return [
    { name: 'companyName', label: 'Company name', kind: 'text', required: true, wide: true },
    { name: 'customerId', label: 'Customer number', kind: 'text' },
    {
      name: 'currencyCode',
      label: 'Currency',
      kind: 'select',
      empty: `Same as the books (${baseCurrency})`,
      choices: currencies.map((code) => ({ value: code, label: code })),
    },
    { name: 'contactEmail', label: 'Email', kind: 'email' },
    { name: 'contactPhone', label: 'Phone', kind: 'tel' },
    { name: 'paymentTerms', label: 'Payment terms', kind: 'text' },
    { name: 'creditLimit', label: 'Credit limit', kind: 'amount', currency: baseCurrency },
    { name: 'discountPercent', label: 'Discount in percent', kind: 'text' },
    { name: 'taxCodeId', label: 'Tax code for invoices', kind: 'combo', choices: agreed.taxCodes },
    { name: 'priceListId', label: 'Price list', kind: 'combo', choices: agreed.priceLists },
    { name: 'taxId', label: 'Tax ID', kind: 'text' },
    { name: 'parentCustomerId', label: 'Part of', kind: 'combo', ...parents },
    { name: 'notes', label: 'Notes', kind: 'long' },
  ];
}

/** The form's values as the API expects them. */
export function writtenCustomer(values: FormValues): RouterInputs['customers']['create'] {
  return {
    companyName: (values.companyName ?? '').trim(),
    customerId: orNull(values.customerId),
    currencyCode: orNull(values.currencyCode),
    contactEmail: orNull(values.contactEmail),
    contactPhone: orNull(values.contactPhone),
    paymentTerms: orNull(values.paymentTerms),
    creditLimit: orNull(values.creditLimit),
    discountPercent: orNull(values.discountPercent),
    taxCodeId: orNull(values.taxCodeId),
    priceListId: orNull(values.priceListId),
    taxId: orNull(values.taxId),
    parentCustomerId: orNull(values.parentCustomerId),
    notes: orNull(values.notes),
  };
}
