'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { formatDate } from '@/ui/kit/figures/date-format';
import { notifyDone } from '@/ui/kit/notify';
import { useRecordChoices } from '@/ui/records/choices/use-record-choices';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useBooks } from '@/ui/shell/session';

export type SellingPrice = RouterOutputs['revenue']['ssp']['list']['rows'][number];

export const SSP_METHODS = [
  { value: 'OBSERVED', label: 'Observed' },
  { value: 'ADJUSTED_MARKET', label: 'Adjusted market assessment' },
  { value: 'COST_PLUS_MARGIN', label: 'Expected cost plus a margin' },
  { value: 'RESIDUAL', label: 'Residual' },
] as const;

/** What an analysis of own sales proposes. */
export type Proposal = Readonly<
  Record<'productCode' | 'itemId' | 'currencyCode' | 'ssp' | 'rangeLow' | 'rangeHigh' | 'evidence', string>
>;

/** Records a standalone selling price from a day on; the price in force until then ends the day before. */
export function SspDialog({
  proposal,
  onClose,
}: {
  readonly proposal?: Proposal;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const create = trpc.revenue.ssp.create.useMutation();
  const items = useRecordChoices('ITEM', [proposal?.itemId ?? '']);
  const currencies = trpc.setup.currencies.list.useQuery({}, { staleTime: 300_000 });
  const currency = proposal?.currencyCode ?? books.organization.baseCurrency;
  return (
    <RecordDialog
      title={proposal ? `Accept a price for ${proposal.productCode}` : 'New standalone selling price'}
      saveLabel={proposal ? 'Accept' : 'Add price'}
      fields={[
        { name: 'productCode', label: 'Product code', kind: 'text', required: true },
        {
          name: 'itemId',
          label: 'Item',
          kind: 'combo',
          choices: items.choices,
          more: items.more,
        },
        { name: 'stratum', label: 'Applies to (empty: everyone)', kind: 'text' },
        {
          name: 'currencyCode',
          label: 'Currency',
          kind: 'select',
          choices: (currencies.data ?? []).map(({ code }) => ({ value: code, label: code })),
        },
        { name: 'ssp', label: 'Unit price', kind: 'amount', currency, required: true },
        { name: 'method', label: 'Found by', kind: 'select', choices: SSP_METHODS },
        { name: 'rangeLow', label: 'Range from', kind: 'amount', currency },
        { name: 'rangeHigh', label: 'Range to', kind: 'amount', currency },
        { name: 'validFrom', label: 'Valid from', kind: 'date', required: true },
        { name: 'validTo', label: 'Valid to', kind: 'date' },
        { name: 'evidence', label: 'Evidence', kind: 'long', required: true },
      ]}
      initial={{ method: 'OBSERVED', validFrom: books.today, currencyCode: currency, ...proposal }}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            productCode: (values.productCode ?? '').trim(),
            itemId: orNull(values.itemId),
            stratum: (values.stratum ?? '').trim(),
            currencyCode: values.currencyCode ?? currency,
            ssp: values.ssp ?? '',
            rangeLow: orNull(values.rangeLow),
            rangeHigh: orNull(values.rangeHigh),
            method: SSP_METHODS.find(({ value }) => value === values.method)?.value,
            validFrom: values.validFrom ?? '',
            validTo: orNull(values.validTo),
            evidence: (values.evidence ?? '').trim(),
            endsPrevious: true,
          },
          {
            onSuccess: (made) => {
              notifyDone(`The price of ${made.productCode} is in force from ${formatDate(made.validFrom)}.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}

/** Ends a price or adds to its evidence. The price itself never changes. */
export function SspEndDialog({
  price,
  onClose,
}: {
  readonly price: SellingPrice;
  readonly onClose: () => void;
}) {
  const update = trpc.revenue.ssp.update.useMutation();
  return (
    <RecordDialog
      title={`${price.productCode} from ${formatDate(price.validFrom)}`}
      saveLabel="Save"
      fields={[
        { name: 'validTo', label: 'Last day', kind: 'date', wide: true },
        { name: 'evidence', label: 'Evidence', kind: 'long' },
      ]}
      initial={{ validTo: price.validTo, evidence: price.evidence }}
      isSaving={update.isPending}
      error={update.error}
      onSave={({ validTo, evidence }) =>
        update.mutate(
          {
            id: price.id,
            validTo: orNull(validTo),
            evidence: (evidence ?? '').trim(),
            $call: { expectedVersion: price.version },
          },
          {
            onSuccess: () => {
              notifyDone('Saved.');
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
