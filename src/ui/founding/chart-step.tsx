'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import { ChoiceCard } from './choice-card';
import { StepDesk } from './step-desk';
import type { StepProps } from './step-words';

/** The choice of a chart of accounts; a custom one is imported after the step. */
export function ChartStep({ proposals, step, onNext }: StepProps) {
  const books = useBooks();
  const make = trpc.founding.chart.useMutation();
  const answered = proposals.charts.find(({ choice }) => choice === step.answers?.chart)?.choice;
  const [chart, setChart] = useState(answered ?? proposals.chart);
  return (
    <StepDesk
      step={step}
      answersKey={chart}
      run={($call) => make.mutateAsync({ chart, $call })}
      onNext={onNext}
    >
      <fieldset className="grid gap-2.5 lg:grid-cols-2">
        <legend className="sr-only">Chart of accounts</legend>
        {proposals.charts.map(({ choice, name, words, accounts }) => (
          <ChoiceCard
            key={choice}
            group="chart"
            title={choice === proposals.chart ? `${name} (proposed for your country)` : name}
            isChosen={chart === choice}
            onChoose={() => setChart(choice)}
          >
            {words} {accounts} accounts.
          </ChoiceCard>
        ))}
      </fieldset>
      {chart === 'OWN' ? (
        <p className="text-ink-soft">
          After this step,{' '}
          <TextLink href={books.path('imports/new?of=accounts')}>import your accounts</TextLink> from a table
          with code, name and type, then choose yours under Posting rules.
        </p>
      ) : null}
    </StepDesk>
  );
}
