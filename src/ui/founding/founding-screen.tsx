'use client';

import { Circle, CircleCheck, CircleMinus } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { cx } from '@/ui/kit/class-names';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { DeskPage } from '@/ui/kit/pages/desk';
import { ButtonLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { CalendarStep } from './calendar-step';
import { ChartStep } from './chart-step';
import { CompanyStep } from './company-step';
import { NumbersStep } from './numbers-step';
import { PeopleStep } from './people-step';
import { RevenueStep } from './revenue-step';
import { RulesStep } from './rules-step';
import { type Founding, type Proposals, STEP_WORDS, type Step } from './step-words';
import { TaxesStep } from './taxes-step';

const FORMS = {
  COMPANY: CompanyStep,
  CHART: ChartStep,
  CALENDAR: CalendarStep,
  TAXES: TaxesStep,
  NUMBERS: NumbersStep,
  RULES: RulesStep,
  REVENUE: RevenueStep,
  PEOPLE: PeopleStep,
} as const;

/** Founding real books: the steps at the left, the current one at the right. It can be left and resumed at any step. */
export function FoundingScreen() {
  const founding = trpc.founding.show.useQuery({});
  const proposals = trpc.founding.proposals.useQuery({});
  return (
    <QueryView query={founding} skeleton={<PageSkeleton />}>
      {(found) => (
        <QueryView query={proposals} skeleton={<PageSkeleton />}>
          {(proposed) => <FoundingView founding={found} proposals={proposed} />}
        </QueryView>
      )}
    </QueryView>
  );
}

function FoundingView({
  founding,
  proposals,
}: {
  readonly founding: Founding;
  readonly proposals: Proposals;
}) {
  const books = useBooks();
  const { steps } = founding;
  const [asked, setAsked] = useQueryState('step', parseAsString.withDefault(''));
  const open = steps.find(({ state }) => state === null);
  // The step that was current when the page opened: it stays current when it is done, to show what it created.
  const [begun] = useState(open?.step);
  const chosen = steps.find(({ step }) => step === asked) ?? steps.find(({ step }) => step === begun);
  const left = steps.filter(({ state }) => state === null).length;
  const next = () => {
    const at = steps.findIndex(({ step }) => step === chosen?.step);
    // The current step is done or skipped by now, even if this list, which may be older, says otherwise.
    const following = [...steps.slice(at + 1), ...steps.slice(0, at)].find(({ state }) => state === null);
    void setAsked(following?.step ?? 'END');
  };
  const Form = chosen === undefined || asked === 'END' ? null : FORMS[chosen.step];
  return (
    <DeskPage
      title="Set up your books"
      description={
        left === 0
          ? 'Every step is done.'
          : `${left} of ${steps.length} steps left. You can leave and come back at any step.`
      }
      side={
        <StepList
          steps={steps}
          current={Form === null ? null : (chosen?.step ?? null)}
          onChoose={(step) => void setAsked(step)}
        />
      }
    >
      {Form === null || chosen === undefined ? (
        <Panel title="Your books are ready">
          <div className="flex flex-col items-start gap-4">
            <p className="max-w-3xl text-ink-soft">
              Write your first document, or bring what you have from another system. Every step can still be
              changed from here until the books are in use, and on its own screen afterward.
            </p>
            <div className="flex flex-wrap gap-2">
              <ButtonLink tone="primary" href={books.path('transactions/new?kind=INVOICE')}>
                Write an invoice
              </ButtonLink>
              <ButtonLink href={books.path('cut-over')}>Bring in your balances</ButtonLink>
              <ButtonLink href={books.path('setup?of=exchange-rates')}>Enter exchange rates</ButtonLink>
            </div>
          </div>
        </Panel>
      ) : (
        <Form
          // The links of invitations are shown once: that form stays when it is done.
          key={chosen.step === 'PEOPLE' ? chosen.step : `${chosen.step} ${chosen.version}`}
          founding={founding}
          proposals={proposals}
          step={chosen}
          onNext={next}
        />
      )}
    </DeskPage>
  );
}

const MARKS = {
  DONE: [CircleCheck, 'text-positive', 'Done'],
  SKIPPED: [CircleMinus, 'text-ink-mute', 'Skipped'],
  OPEN: [Circle, 'text-ink-mute', 'To do'],
} as const;

function StepList({
  steps,
  current,
  onChoose,
}: {
  readonly steps: readonly Step[];
  readonly current: string | null;
  readonly onChoose: (step: string) => void;
}) {
  return (
    <ol
      aria-label="Steps"
      className="overflow-hidden rounded-card border border-line bg-surface shadow-raised"
    >
      {steps.map(({ step, state }) => {
        const [Mark, tone, words] = MARKS[state ?? 'OPEN'];
        const isCurrent = step === current;
        return (
          <li key={step} className="border-line border-b last:border-0">
            <button
              type="button"
              aria-current={isCurrent ? 'step' : undefined}
              onClick={() => onChoose(step)}
              className={cx(
                'flex min-h-10 w-full items-center gap-3 px-4 py-2 text-left hover:bg-hover',
                isCurrent && 'bg-accent-soft hover:bg-accent-soft',
              )}
            >
              <Mark aria-hidden="true" className={cx('size-4 shrink-0', tone)} />
              <span className="min-w-0 flex-1">{STEP_WORDS[step].title}</span>
              <span className="text-ink-mute text-small">{words}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
