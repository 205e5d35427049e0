'use client';

import { useState } from 'react';
import {
  CALENDAR_PATTERNS,
  type CalendarPattern,
  periodsInYear,
  type WeekRule,
} from '@/core/periods/fiscal-calendar';
import { trpc } from '@/surfaces/trpc/react';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { Notice } from '@/ui/kit/notice';
import { MONTH_WORDS, PATTERN_WORDS, WEEKDAY_WORDS } from '@/ui/periods/calendar-words';
import { StepDesk } from './step-desk';
import type { StepProps } from './step-words';

const numbered = (words: readonly string[]) =>
  words.map((label, index) => ({ value: String(index + 1), label }));

type Said = {
  readonly pattern: CalendarPattern;
  readonly startMonth: number;
  readonly firstWeekday: number;
  readonly weekRule: WeekRule;
  readonly extraWeekIn: number | null;
  readonly adjustmentPeriod: boolean;
  readonly firstFiscalYear: number;
  readonly firstDay: string | null;
};

/** How years are divided, and from when periods exist. */
export function CalendarStep({ founding, proposals, step, onNext }: StepProps) {
  const make = trpc.founding.calendar.useMutation();
  const [said, setSaid] = useState<Said>({
    pattern: 'MONTHLY',
    startMonth: proposals.startMonth,
    firstWeekday: 7,
    weekRule: 'NEAREST',
    extraWeekIn: null,
    adjustmentPeriod: false,
    firstFiscalYear: proposals.firstFiscalYear,
    firstDay: null,
    ...(step.answers as Partial<Said> | null),
  });
  const set = (change: Partial<Said>) => setSaid({ ...said, ...change });
  const isWeeks = said.pattern !== 'MONTHLY';
  const years = Array.from({ length: 10 }, (_, back) => proposals.fiscalYear - back);
  return (
    <StepDesk
      step={step}
      answersKey={JSON.stringify(said)}
      run={($call) => make.mutateAsync({ ...said, $call })}
      onNext={onNext}
    >
      {founding.isUnderWay ? (
        <Notice tone="caution">
          Entries are posted already, so the calendar stays as it is. Skip this step; a calendar can be
          changed as of a later day under Periods.
        </Notice>
      ) : null}
      <div className="grid gap-3.5 sm:grid-cols-2 xl:grid-cols-4">
        <SelectField
          label="A year is divided into"
          value={said.pattern}
          choices={CALENDAR_PATTERNS.map((value) => ({ value, label: PATTERN_WORDS[value] }))}
          onChange={({ target }) => set({ pattern: target.value as CalendarPattern, extraWeekIn: null })}
        />
        <SelectField
          label={isWeeks ? 'It starts near the first of' : 'It starts in'}
          value={String(said.startMonth)}
          choices={numbered(MONTH_WORDS)}
          onChange={({ target }) => set({ startMonth: Number(target.value) })}
        />
        {isWeeks ? (
          <>
            <SelectField
              label="on a"
              value={String(said.firstWeekday)}
              choices={numbered(WEEKDAY_WORDS)}
              onChange={({ target }) => set({ firstWeekday: Number(target.value) })}
            />
            <SelectField
              label="which is"
              value={said.weekRule}
              choices={[
                { value: 'NEAREST', label: 'the nearest one' },
                { value: 'LAST', label: 'the last one before it' },
              ]}
              onChange={({ target }) => set({ weekRule: target.value as WeekRule })}
            />
            <SelectField
              label="A 53rd week belongs to"
              empty="the last period"
              value={said.extraWeekIn === null ? '' : String(said.extraWeekIn)}
              choices={Array.from({ length: periodsInYear(said) }, (_, index) => ({
                value: String(index + 1),
                label: `period ${index + 1}`,
              }))}
              onChange={({ target }) =>
                set({ extraWeekIn: target.value === '' ? null : Number(target.value) })
              }
            />
          </>
        ) : null}
        <SelectField
          label="Periods from fiscal year"
          hint="The first year that reports compare with."
          value={String(said.firstFiscalYear)}
          choices={years.map((year) => ({ value: String(year), label: `FY${year}` }))}
          onChange={({ target }) => set({ firstFiscalYear: Number(target.value) })}
        />
        <DateField
          label="First day, if later"
          hint="For a company that began within that year: its first year is short."
          value={said.firstDay ?? ''}
          onValue={(firstDay) => set({ firstDay: firstDay === '' ? null : firstDay })}
        />
      </div>
      <Checkbox
        label="One more period on the last day of each year, for closing adjustments"
        checked={said.adjustmentPeriod}
        onChange={({ target }) => set({ adjustmentPeriod: target.checked })}
      />
    </StepDesk>
  );
}
