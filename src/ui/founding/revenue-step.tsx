'use client';

import { useState } from 'react';
import type { RevenueChoices } from '@/core/founding/revenue-questions';
import { trpc } from '@/surfaces/trpc/react';
import { ChoiceCard } from './choice-card';
import { StepDesk } from './step-desk';
import type { StepProps } from './step-words';

/** The questions about revenue, each answer with what it sets and its paragraph. */
export function RevenueStep({ proposals, step, onNext }: StepProps) {
  const make = trpc.founding.revenue.useMutation();
  const [choices, setChoices] = useState<RevenueChoices>({
    framework: proposals.countryCode === null || proposals.countryCode === 'US' ? 'US_GAAP' : 'IFRS',
    sells: ['SUBSCRIPTION'],
    overTime: 'EXACT_DAYS',
    refunds: 'NONE',
    commissions: 'CAPITALIZE',
    financing: 'EXPEDIENT',
    combination: '30',
    ...(step.answers as Partial<RevenueChoices> | null),
  });
  const held = (name: keyof RevenueChoices) => [choices[name]].flat() as readonly string[];
  const choose = (name: keyof RevenueChoices, value: string, isMany: boolean) => {
    const before = held(name);
    const many = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
    setChoices({ ...choices, [name]: isMany ? many : value });
  };
  return (
    <StepDesk
      step={step}
      answersKey={JSON.stringify(choices)}
      run={($call) => make.mutateAsync({ ...choices, sells: [...choices.sells], $call })}
      onNext={onNext}
    >
      {proposals.revenueQuestions.map(({ name, words, isMany, answers }) => (
        <fieldset key={name} className="grid gap-2 lg:grid-cols-2">
          <legend className="mb-2 font-semibold">{words}</legend>
          {answers.map(({ value, words: answer, sets, paragraph }) => (
            <ChoiceCard
              key={value}
              group={name}
              isMany={isMany}
              title={answer}
              isChosen={held(name).includes(value)}
              onChoose={() => choose(name, value, isMany)}
            >
              {sets} <span className="whitespace-nowrap">{paragraph}</span>
            </ChoiceCard>
          ))}
        </fieldset>
      ))}
    </StepDesk>
  );
}
