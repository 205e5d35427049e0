'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button, IconButton } from '@/ui/kit/button';
import { DateField } from '@/ui/kit/input/date-field';
import { TextField } from '@/ui/kit/input/text-field';
import { useBooks } from '@/ui/shell/session';
import { StepDesk } from './step-desk';
import type { StepProps } from './step-words';

type Rate = { readonly ratePercent: string; readonly validFrom: string; readonly validTo: string | null };
type Code = { readonly code: string; readonly name: string; readonly rates: readonly Rate[] };

/** The country's codes as proposals, to be changed, removed and added to. */
export function TaxesStep({ proposals, step, onNext }: StepProps) {
  const books = useBooks();
  const make = trpc.founding.taxes.useMutation();
  const said = (step.answers as { codes?: readonly Code[] } | null)?.codes;
  const [codes, setCodes] = useState<readonly Code[]>(
    said ??
      proposals.taxCodes.map(({ code, name, rates }) => ({
        code,
        name,
        rates: rates.map(({ rate, validFrom, validTo }) => ({ ratePercent: rate, validFrom, validTo })),
      })),
  );
  const set = (index: number, change: Partial<Code>) =>
    setCodes(codes.map((one, at) => (at === index ? { ...one, ...change } : one)));
  /** The rate in force is the last; earlier rates stay. */
  const setRate = (index: number, change: Partial<Rate>) =>
    set(index, {
      rates: (codes[index]?.rates ?? []).map((rate, at, all) =>
        at === all.length - 1 ? { ...rate, ...change } : rate,
      ),
    });
  const answers = { codes: codes.map((one) => ({ ...one, rates: [...one.rates] })) };
  return (
    <StepDesk
      step={step}
      answersKey={JSON.stringify(answers)}
      run={($call) => make.mutateAsync({ ...answers, $call })}
      onNext={onNext}
    >
      {(issue) => (
        <>
          {' '}
          <ul className="flex flex-col gap-3">
            {codes.map((code, index) => {
              const rate = code.rates.at(-1);
              const earlier = code.rates.slice(0, -1);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a code is typed here and has no other name
                <li key={index} className="grid items-start gap-2.5 sm:grid-cols-[9rem_1fr_7rem_10rem_auto]">
                  <TextField
                    label="Code"
                    required
                    error={issue(`codes.${index}.code`)}
                    value={code.code}
                    onChange={({ target }) => set(index, { code: target.value })}
                  />
                  <TextField
                    label="Name"
                    required
                    error={issue(`codes.${index}.name`)}
                    value={code.name}
                    hint={
                      earlier.length === 0
                        ? undefined
                        : `Before: ${earlier.map((one) => `${one.ratePercent}% from ${one.validFrom}`).join(', ')}`
                    }
                    onChange={({ target }) => set(index, { name: target.value })}
                  />
                  <TextField
                    label="Rate (%)"
                    required
                    inputMode="decimal"
                    error={issue(`codes.${index}.rates.${code.rates.length - 1}.ratePercent`)}
                    value={rate?.ratePercent ?? ''}
                    onChange={({ target }) => setRate(index, { ratePercent: target.value })}
                  />
                  <DateField
                    label="Valid from"
                    required
                    error={issue(`codes.${index}.rates.${code.rates.length - 1}.validFrom`)}
                    value={rate?.validFrom ?? ''}
                    onValue={(validFrom) => setRate(index, { validFrom })}
                  />
                  <IconButton
                    label={`Remove ${code.code}`}
                    className="sm:mt-5"
                    onPress={() => setCodes(codes.filter((_, at) => at !== index))}
                  >
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </li>
              );
            })}
          </ul>
          <div>
            <Button
              onPress={() =>
                setCodes([
                  ...codes,
                  {
                    code: '',
                    name: '',
                    rates: [
                      { ratePercent: '', validFrom: `${books.today.slice(0, 4)}-01-01`, validTo: null },
                    ],
                  },
                ])
              }
            >
              <Plus aria-hidden="true" />
              Add a code
            </Button>
          </div>
        </>
      )}
    </StepDesk>
  );
}
