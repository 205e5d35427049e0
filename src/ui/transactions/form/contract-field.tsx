'use client';

import { useEffect } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { SALES_KINDS, type TransactionKind } from '@/core/transactions/kinds';
import { trpc } from '@/surfaces/trpc/react';
import { ComboField } from '@/ui/kit/input/combo-field';
import { useBooks } from '@/ui/shell/session';
import type { HeaderValues } from './form-header';

/** Contracts a form offers; a customer with more finds the document's contract on the contract's page. */
const MOST = 100;
const BILLED: readonly string[] = ['ACTIVE', 'COMPLETED', 'TERMINATED'];

/**
 * The revenue contract that an invoice or a credit memo bills: those of the customer in the document's subsidiary and
 * currency, which is what the server accepts. Nothing is shown while there are none.
 */
export function ContractField({
  kind,
  error,
}: {
  readonly kind: TransactionKind;
  readonly error: string | undefined;
}) {
  const books = useBooks();
  const { control, setValue } = useFormContext<HeaderValues>();
  const [customerId, subsidiaryId, currencyCode, chosen] = useWatch({
    control,
    name: ['entityId', 'subsidiaryId', 'currencyCode', 'revenueContractId'],
  });
  const isAsked = SALES_KINDS.includes(kind) && customerId !== '' && books.may('revenue.read');
  const contracts = trpc.revenue.contracts.list.useQuery(
    { customerId, subsidiaryId, limit: MOST },
    { enabled: isAsked, staleTime: 60_000 },
  );
  const offered = (contracts.data?.rows ?? []).filter(
    (contract) =>
      contract.currencyCode === currencyCode &&
      (BILLED.includes(contract.contractStatus) || contract.id === chosen),
  );
  const isWhole = contracts.data !== undefined && contracts.data.total <= MOST;
  const isAnothers = isAsked && isWhole && chosen !== '' && !offered.some(({ id }) => id === chosen);
  useEffect(() => {
    // Another customer, subsidiary or currency was chosen: the contract does not belong to the document anymore.
    if (isAnothers) setValue('revenueContractId', '', { shouldDirty: true });
  }, [isAnothers, setValue]);
  if (!isAsked || offered.length === 0) return null;
  return (
    <Controller
      control={control}
      name="revenueContractId"
      render={({ field }) => (
        <ComboField
          label="Revenue contract"
          choices={offered.map(({ id, contractNumber, name }) => ({
            id,
            code: contractNumber,
            label: name ?? contractNumber,
          }))}
          value={field.value}
          onValue={field.onChange}
          placeholder="None"
          error={error}
        />
      )}
    />
  );
}
