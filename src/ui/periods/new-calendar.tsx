'use client';

import { useState } from 'react';
import {
  CALENDAR_PATTERNS,
  type CalendarPattern,
  periodsInYear,
  periodsOfYear,
  type WeekRule,
} from '@/core/periods/fiscal-calendar';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { DialogActions } from '@/ui/kit/dialogs/dialog';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { MONTH_WORDS, PATTERN_WORDS, WEEKDAY_WORDS } from './calendar-words';

const numbered = (words: readonly string[]) =>
  words.map((label, index) => ({ value: String(index + 1), label }));

/** Names a fiscal calendar, with the periods of its next year as they would be. */
export function NewCalendar({
  onDone,
  onCancel,
}: {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}) {
  const books = useBooks();
  const [name, setName] = useState('');
  const [pattern, setPattern] = useState<CalendarPattern>('4-4-5');
  const [startMonth, setStartMonth] = useState(1);
  const [firstWeekday, setFirstWeekday] = useState(7);
  const [weekRule, setWeekRule] = useState<WeekRule>('NEAREST');
  const [extra, setExtra] = useState('');
  const [adjustmentPeriod, setAdjustment] = useState(false);
  const create = trpc.periods.createCalendar.useMutation({
    onSuccess: (calendar) => {
      notifyDone(`${calendar.name} can be followed now.`);
      onDone();
    },
  });
  const isWeeks = pattern !== 'MONTHLY';
  const count = periodsInYear({ pattern });
  const extraWeekIn = extra === '' || Number(extra) > count ? undefined : Number(extra);
  const rule = { pattern, startMonth, firstWeekday, weekRule, adjustmentPeriod, extraWeekIn };
  const year = periodsOfYear(Number(books.today.slice(0, 4)) + 1, rule);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ name, ...rule });
      }}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        <TextField label="Name" required value={name} onChange={({ target }) => setName(target.value)} />
        <SelectField
          label="Divided into"
          value={pattern}
          choices={CALENDAR_PATTERNS.map((value) => ({ value, label: PATTERN_WORDS[value] }))}
          onChange={({ target }) => setPattern(target.value as CalendarPattern)}
        />
        <SelectField
          label="The year starts in"
          value={String(startMonth)}
          choices={numbered(MONTH_WORDS)}
          onChange={({ target }) => setStartMonth(Number(target.value))}
        />
        {isWeeks ? (
          <>
            <SelectField
              label="Weeks start on"
              value={String(firstWeekday)}
              choices={numbered(WEEKDAY_WORDS)}
              onChange={({ target }) => setFirstWeekday(Number(target.value))}
            />
            <SelectField
              label="First week of the year"
              value={weekRule}
              choices={[
                { value: 'NEAREST', label: 'Nearest to the first of the month' },
                { value: 'LAST', label: 'On or before the first of the month' },
              ]}
              onChange={({ target }) => setWeekRule(target.value as WeekRule)}
            />
            <SelectField
              label="A 53rd week is in"
              value={extraWeekIn === undefined ? '' : extra}
              empty="The last period"
              choices={Array.from({ length: count - 1 }, (_, index) => ({
                value: String(index + 1),
                label: `Period ${index + 1}`,
              }))}
              onChange={({ target }) => setExtra(target.value)}
            />
          </>
        ) : null}
      </div>
      <Checkbox
        label="One more period on the year’s last day, for adjustments"
        checked={adjustmentPeriod}
        onChange={({ target }) => setAdjustment(target.checked)}
      />
      <section aria-label="The next year">
        <h3 className="mb-1 font-medium">The next year</h3>
        <ul className="grid gap-x-4 text-ink-soft text-sm sm:grid-cols-2">
          {year.map(({ label, startDate, endDate }) => (
            <li key={label} className="flex justify-between gap-2 whitespace-nowrap">
              <span>{label}</span>
              <span>
                {formatDate(startDate)} to {formatDate(endDate)}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {create.error ? (
        <Notice tone="danger" role="alert">
          {sentenceOf(create.error)}
        </Notice>
      ) : null}
      <DialogActions>
        <Button onPress={onCancel}>Back</Button>
        <Button tone="primary" type="submit" isPending={create.isPending} isDisabled={name.trim() === ''}>
          Create calendar
        </Button>
      </DialogActions>
    </form>
  );
}
