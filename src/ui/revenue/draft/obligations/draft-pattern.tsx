'use client';

import { Plus, X } from 'lucide-react';
import dynamic from 'next/dynamic';
import { Button, IconButton } from '@/ui/kit/button';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { QuantityField } from '../price/quantity-field';
import type { MilestoneDraft, ObligationDraft } from './promise-form';

// Repurchase agreements are rare.
const RepurchaseFields = dynamic(() =>
  import('../further/repurchase-fields').then((part) => part.RepurchaseFields),
);

/** The fields of a satisfaction pattern: dates, quantities, milestones. */
export function DraftPattern({
  one,
  currency,
  change,
  problem,
  nextId,
}: {
  readonly one: ObligationDraft;
  readonly currency: string;
  readonly change: (part: Partial<ObligationDraft>) => void;
  readonly problem: (field: string) => string | undefined;
  readonly nextId: () => string;
}) {
  switch (one.pattern) {
    case 'RATABLE':
    case 'LICENCE':
      return (
        <>
          <DateField
            label="From"
            required
            value={one.start}
            onValue={(start) => change({ start })}
            error={problem('start')}
          />
          <DateField
            label="To"
            required
            value={one.end}
            onValue={(end) => change({ end })}
            error={problem('end')}
          />
          {one.pattern === 'LICENCE' ? (
            <SelectField
              label="Intellectual property"
              value={one.intellectualProperty}
              choices={[
                { value: 'FUNCTIONAL', label: 'Functional: when the license begins' },
                { value: 'SYMBOLIC', label: 'Symbolic: over its term' },
              ]}
              onChange={({ target }) =>
                change({ intellectualProperty: target.value === 'SYMBOLIC' ? 'SYMBOLIC' : 'FUNCTIONAL' })
              }
            />
          ) : null}
        </>
      );
    case 'UNITS':
    case 'RIGHTS':
      return (
        <QuantityField
          label={one.pattern === 'UNITS' ? 'Total units' : 'Rights expected to be used'}
          required
          value={one.quantity}
          onValue={(quantity) => change({ quantity })}
          error={problem('quantity')}
        />
      );
    case 'USAGE':
      return (
        <QuantityField
          label={one.tiers.length === 0 ? 'Price per unit' : 'Unit price beyond the last tier'}
          placeholder={one.tiers.length === 0 ? 'If left empty, usage is reported as an amount' : ''}
          value={one.unitPrice}
          onValue={(unitPrice) => change({ unitPrice })}
          error={problem('unitPrice')}
        />
      );
    case 'MILESTONES':
      return <Milestones one={one} change={change} problem={problem} nextId={nextId} />;
    case 'REPURCHASE':
      return <RepurchaseFields one={one} currency={currency} change={change} problem={problem} />;
    case 'POINT':
    case 'PROGRESS':
      return null;
  }
}

function Milestones({
  one,
  change,
  problem,
  nextId,
}: {
  readonly one: ObligationDraft;
  readonly change: (part: Partial<ObligationDraft>) => void;
  readonly problem: (field: string) => string | undefined;
  readonly nextId: () => string;
}) {
  const { milestones } = one;
  const changeOne = (id: string, part: Partial<MilestoneDraft>) =>
    change({ milestones: milestones.map((each) => (each.id === id ? { ...each, ...part } : each)) });
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <ul aria-label="Milestones" className="flex flex-col gap-2">
        {milestones.map((each, index) => (
          <li key={each.id} className="flex items-start gap-2">
            <TextField
              label={`Milestone ${index + 1}`}
              required
              className="flex-1"
              value={each.key}
              error={problem(`milestones/${each.id}/key`)}
              onChange={({ target }) => changeOne(each.id, { key: target.value })}
            />
            <QuantityField
              label="Weight"
              required
              className="w-24"
              value={each.weight}
              onValue={(weight) => changeOne(each.id, { weight })}
              error={problem(`milestones/${each.id}/weight`)}
            />
            <IconButton
              label={`Remove milestone ${index + 1}`}
              className="mt-6"
              onPress={() => change({ milestones: milestones.filter(({ id }) => id !== each.id) })}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {problem('milestones') ? <p className="text-danger text-small">{problem('milestones')}</p> : null}
      <div>
        <Button
          size="small"
          onPress={() => change({ milestones: [...milestones, { id: nextId(), key: '', weight: '1' }] })}
        >
          <Plus aria-hidden="true" />
          Milestone
        </Button>
      </div>
    </div>
  );
}
