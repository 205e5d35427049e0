'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { DialogActions } from '@/ui/kit/dialogs/dialog';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import type { Calendar } from './calendar-words';

/** Follows a calendar from a day on, for one subsidiary or for all that have named none. */
export function FollowCalendar({
  calendars,
  subsidiaries,
  onDone,
  onCancel,
}: {
  readonly calendars: readonly Calendar[];
  readonly subsidiaries: readonly { readonly id: string; readonly name: string }[];
  readonly onDone: () => void;
  readonly onCancel: () => void;
}) {
  const [id, setId] = useState(calendars[0]?.id ?? '');
  const [subsidiaryId, setSubsidiaryId] = useState(subsidiaries[0]?.id ?? '');
  const [firstDay, setFirstDay] = useState('');
  const tools = trpc.useUtils();
  const adopt = trpc.periods.adoptCalendar.useMutation({
    onSuccess: () => {
      void tools.periods.list.invalidate();
      notifyDone('The periods were rebuilt, and planned revenue was moved into them.');
      onDone();
    },
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        adopt.mutate({ id, firstDay, ...(subsidiaryId === '' ? {} : { subsidiaryId }) });
      }}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        <SelectField
          label="Calendar"
          value={id}
          choices={calendars.map((calendar) => ({ value: calendar.id, label: calendar.name }))}
          onChange={({ target }) => setId(target.value)}
        />
        <SelectField
          label="Subsidiary"
          value={subsidiaryId}
          empty="All without a calendar of their own"
          choices={subsidiaries.map(({ id: value, name: label }) => ({ value, label }))}
          onChange={({ target }) => setSubsidiaryId(target.value)}
        />
        <DateField
          label="From"
          required
          hint="The first day of a period. Nothing may be posted on or after it."
          value={firstDay}
          onValue={setFirstDay}
        />
      </div>
      <Notice tone="caution">
        The periods from this day on are replaced, for the same years. Revenue and contract costs that are
        planned after it move into the new periods by days; no total changes.
      </Notice>
      {adopt.error ? (
        <Notice tone="danger" role="alert">
          {sentenceOf(adopt.error)}
        </Notice>
      ) : null}
      <DialogActions>
        <Button onPress={onCancel}>Back</Button>
        <Button tone="primary" type="submit" isPending={adopt.isPending} isDisabled={firstDay === ''}>
          Follow the calendar
        </Button>
      </DialogActions>
    </form>
  );
}
