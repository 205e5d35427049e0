'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { formatDate } from '@/ui/kit/figures/date-format';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { type Calendar, calendarText } from './calendar-words';
import { FollowCalendar } from './follow-calendar';
import { NewCalendar } from './new-calendar';

type Names = ReadonlyMap<string, string>;

/** The fiscal calendars: who follows which from which day, a new one, and following one. */
export function CalendarsDialog({
  subsidiaries,
  onClose,
}: {
  readonly subsidiaries: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const query = trpc.periods.calendars.useQuery({});
  const [doing, setDoing] = useState<'new' | 'follow' | null>(null);
  const names: Names = new Map(subsidiaries.map(({ id, name }) => [id, name]));
  const done = () => {
    setDoing(null);
    void query.refetch();
  };
  return (
    <Dialog title="Fiscal calendars" isOpen onClose={onClose} className="max-w-2xl">
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">
          How a year is divided into periods. Books follow calendar months until they follow a calendar of
          this list. Revenue is run and posted period by period, and each period earns its own days.
        </p>
        <QueryView query={query}>
          {(calendars) =>
            doing === 'new' ? (
              <NewCalendar onDone={done} onCancel={() => setDoing(null)} />
            ) : doing === 'follow' ? (
              <FollowCalendar
                calendars={calendars}
                subsidiaries={subsidiaries}
                onDone={done}
                onCancel={() => setDoing(null)}
              />
            ) : (
              <>
                {calendars.length === 0 ? (
                  <p className="text-ink-mute">No fiscal calendars yet: all books follow calendar months.</p>
                ) : (
                  <ul className="flex flex-col gap-3">
                    {calendars.map((calendar) => (
                      <CalendarItem key={calendar.id} calendar={calendar} names={names} />
                    ))}
                  </ul>
                )}
                <DialogActions>
                  <Button onPress={onClose}>Close</Button>
                  {books.may('gl.setup.write') ? (
                    <>
                      <Button onPress={() => setDoing('new')}>New calendar…</Button>
                      <Button
                        tone="primary"
                        isDisabled={calendars.length === 0}
                        onPress={() => setDoing('follow')}
                      >
                        Follow a calendar…
                      </Button>
                    </>
                  ) : null}
                </DialogActions>
              </>
            )
          }
        </QueryView>
      </div>
    </Dialog>
  );
}

function CalendarItem({ calendar, names }: { readonly calendar: Calendar; readonly names: Names }) {
  const followers = calendar.adoptions.map(({ subsidiaryId, firstDay }) => {
    const who = subsidiaryId === null ? 'All others' : (names.get(subsidiaryId) ?? 'Another subsidiary');
    return `${who} from ${formatDate(firstDay)}`;
  });
  return (
    <li className="rounded-md border border-line p-3">
      <p className="font-medium">{calendar.name}</p>
      <p className="text-ink-soft">{calendarText(calendar)}</p>
      <p className="text-ink-mute">
        {followers.length === 0 ? 'No books follow it yet' : followers.join(', ')}
      </p>
    </li>
  );
}
