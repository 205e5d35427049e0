'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { Pill } from '@/ui/kit/figures/pill';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { SelectField } from '@/ui/kit/input/select-field';
import { Panel } from '@/ui/kit/layout/panel';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { notifyDone } from '@/ui/kit/notify';
import { useRecordChoices } from '@/ui/records/choices/use-record-choices';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Customer } from './customer-fields';

/** The warehouses that serve the customer, with the default marked. */
export function CustomerWarehouses({ customer }: { readonly customer: Customer }) {
  const mayWrite = useBooks().may('crm.customer.write');
  const [isOpen, setOpen] = useState(false);
  const { data } = trpc.customers.warehouses.useQuery({ id: customer.id });
  return (
    <Panel
      title="Warehouses"
      actions={
        mayWrite && data ? (
          <Button size="small" onPress={() => setOpen(true)}>
            Choose
          </Button>
        ) : null
      }
    >
      {data === undefined ? (
        <Skeleton className="w-48" />
      ) : data.length === 0 ? (
        <p className="text-ink-mute">No warehouse is assigned</p>
      ) : (
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {data.map((assignment) => (
            <li key={assignment.id} className="flex items-center gap-2">
              <span className="text-ink-mute">{assignment.warehouse?.code}</span>
              {assignment.warehouse?.name}
              {assignment.isDefault ? <Pill tone="accent">Default</Pill> : null}
            </li>
          ))}
        </ul>
      )}
      {isOpen && data ? (
        <WarehousesDialog
          customer={customer}
          chosen={data.map(({ warehouseId }) => warehouseId)}
          preferred={data.find(({ isDefault }) => isDefault)?.warehouseId ?? ''}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Panel>
  );
}

function WarehousesDialog({
  customer,
  chosen,
  preferred,
  onClose,
}: {
  readonly customer: Customer;
  readonly chosen: readonly string[];
  readonly preferred: string;
  readonly onClose: () => void;
}) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(chosen));
  const [byDefault, setByDefault] = useState(preferred);
  const offered = useRecordChoices('WAREHOUSE', chosen).rows;
  const set = trpc.customers.setWarehouses.useMutation();
  return (
    <ConfirmDialog
      title={`Warehouses of ${customer.companyName}`}
      isOpen
      onClose={onClose}
      confirmLabel="Save"
      isPending={set.isPending}
      error={set.error ? sentenceOf(set.error) : undefined}
      onConfirm={() =>
        set.mutate(
          {
            id: customer.id,
            assignments: [...ids].map((warehouseId) => ({
              warehouseId,
              isDefault: warehouseId === byDefault,
            })),
            $call: { expectedVersion: customer.version },
          },
          {
            onSuccess: () => {
              notifyDone('Saved.');
              onClose();
            },
          },
        )
      }
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium text-ink-soft text-small">Served from</legend>
        {offered.map((warehouse) => (
          <Checkbox
            key={warehouse.id}
            label={`${warehouse.code} ${warehouse.name}`}
            checked={ids.has(warehouse.id)}
            onChange={(event) => {
              const after = new Set(ids);
              if (event.target.checked) after.add(warehouse.id);
              else after.delete(warehouse.id);
              setIds(after);
            }}
          />
        ))}
      </fieldset>
      <SelectField
        label="Default"
        empty="None"
        value={ids.has(byDefault) ? byDefault : ''}
        onChange={(event) => setByDefault(event.target.value)}
        choices={offered
          .filter(({ id }) => ids.has(id))
          .map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
      />
    </ConfirmDialog>
  );
}
