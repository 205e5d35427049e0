'use client';

import { useState } from 'react';
import type { TransactionKind } from '@/core/transactions/kinds';
import { trpc } from '@/surfaces/trpc/react';
import { TextField } from '@/ui/kit/input/text-field';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { useBooks } from '@/ui/shell/session';
import { StepDesk } from './step-desk';
import type { StepProps } from './step-words';

type Series = { readonly kind: TransactionKind; readonly name: string; readonly numberPrefix: string };

/** The names of documents and the prefixes of their numbers. */
export function NumbersStep(props: StepProps) {
  const types = trpc.setup.transactionTypes.list.useQuery({});
  if (types.data === undefined) return <Skeleton className="h-60" />;
  const first = new Map<string, Series>();
  for (const { kind, name, numberPrefix, recordStatus } of types.data) {
    if (recordStatus === 'active' && !first.has(kind)) {
      first.set(kind, { kind: kind as TransactionKind, name, numberPrefix });
    }
  }
  return <NumbersForm {...props} standing={[...first.values()]} />;
}

function NumbersForm({ step, onNext, standing }: StepProps & { readonly standing: readonly Series[] }) {
  const books = useBooks();
  const make = trpc.founding.numbers.useMutation();
  const [series, setSeries] = useState(standing);
  const set = (kind: string, change: Partial<Series>) =>
    setSeries(series.map((one) => (one.kind === kind ? { ...one, ...change } : one)));
  return (
    <StepDesk
      step={step}
      answersKey={JSON.stringify(series)}
      run={($call) => make.mutateAsync({ series: [...series], $call })}
      onNext={onNext}
    >
      {(issue) => (
        <>
          {' '}
          <ul className="flex flex-col gap-2.5">
            {series.map(({ kind, name, numberPrefix }, index) => (
              <li key={kind} className="grid items-start gap-2.5 sm:grid-cols-[1fr_14rem_11rem]">
                <TextField
                  label="Document"
                  required
                  error={issue(`series.${index}.name`)}
                  value={name}
                  onChange={({ target }) => set(kind, { name: target.value })}
                />
                <TextField
                  label={`Prefix of ${name}`}
                  required
                  error={issue(`series.${index}.numberPrefix`)}
                  value={numberPrefix}
                  onChange={({ target }) => set(kind, { numberPrefix: target.value.toUpperCase() })}
                />
                <span className="figures flex h-field items-center text-ink-mute sm:mt-5">
                  {numberPrefix}-{books.today.slice(0, 4)}-000001
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </StepDesk>
  );
}
