'use client';

import { useState } from 'react';
import { isUnderWay } from '@/core/jobs/job-kinds';
import { trpc } from '@/surfaces/trpc/react';
import { useLastJob } from '@/ui/jobs/use-last-job';
import { Button } from '@/ui/kit/button';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { TextLink } from '@/ui/kit/text-link';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { forecastWords, hourWords, type Schedule, type Shown, scheduleWords } from './billing-hours';
import { BillingScheduleDialog } from './billing-schedule-dialog';

/** Billing by schedule: the next run and what it would create, how the last run ended, and the switch for it. */
export function BillingSchedulePanel({ shown }: { readonly shown: Shown }) {
  const books = useBooks();
  const utils = trpc.useUtils();
  const [isAsking, setAsking] = useState(false);
  const refresh = () => Promise.all([utils.subscriptions.invalidate(), utils.jobs.list.invalidate()]);
  const set = trpc.subscriptions.setSchedule.useMutation({
    onSuccess: () => notifyDone('Subscriptions are no longer billed by schedule.'),
    onError: (error) => notifyProblem(sentenceOf(error)),
    onSettled: refresh,
  });
  const start = trpc.jobs.start.useMutation({
    onSuccess: () => notifyDone('The run has begun.'),
    onError: (error) => notifyProblem(sentenceOf(error)),
    onSettled: refresh,
  });
  const { schedule, timeZone, next } = shown;
  const mayWrite = books.may('billing.write');
  const isOn = schedule?.isOn === true;
  return (
    <Panel
      title="By schedule"
      actions={
        mayWrite ? (
          <>
            {isOn ? (
              <>
                <Button
                  isPending={start.isPending}
                  onPress={() => start.mutate({ kind: 'subscriptions.billScheduled', recordId: schedule.id })}
                >
                  Run now
                </Button>
                <Button
                  isPending={set.isPending}
                  onPress={() =>
                    set.mutate({
                      isOn: false,
                      dayOfMonth: schedule.dayOfMonth,
                      hour: schedule.hour,
                      outcome: schedule.outcome,
                      $call: { expectedVersion: schedule.version },
                    })
                  }
                >
                  Switch off
                </Button>
              </>
            ) : null}
            <Button onPress={() => setAsking(true)}>{isOn ? 'Change…' : 'Bill by schedule…'}</Button>
          </>
        ) : null
      }
    >
      <div className="flex flex-col gap-2">
        {isOn ? (
          <>
            <p className="font-medium">{scheduleWords(schedule, timeZone)}.</p>
            <p className="text-ink-soft">Switched on by {schedule.ownerName}, whose rights it has.</p>
          </>
        ) : (
          <p className="text-ink-soft">Off. Subscriptions are billed when someone asks for it.</p>
        )}
        {next === null ? null : (
          <p>
            Next on {formatDate(next.day)} at {hourWords(next.hour)}: {forecastWords(next.forecast)}.
          </p>
        )}
        {schedule === null || schedule.runDay === null ? null : (
          <LastRun schedule={schedule} runDay={schedule.runDay} />
        )}
      </div>
      {isAsking ? (
        <BillingScheduleDialog schedule={schedule} timeZone={timeZone} onClose={() => setAsking(false)} />
      ) : null}
    </Panel>
  );
}

function LastRun({ schedule, runDay }: { readonly schedule: Schedule; readonly runDay: string }) {
  const books = useBooks();
  const utils = trpc.useUtils();
  const job = useLastJob(
    'subscriptions.billScheduled',
    schedule.id,
    () => void utils.subscriptions.invalidate(),
  );
  const link =
    job === undefined ? null : <TextLink href={books.path(`jobs/${job.id}`)}>Show the job</TextLink>;
  if (job !== undefined && isUnderWay(job.jobState)) {
    return (
      <p role="status">
        Billing what is due on {formatDate(runDay)}: {job.done.toLocaleString('en-US')} of{' '}
        {(job.total ?? job.done).toLocaleString('en-US')} subscriptions. {link}
      </p>
    );
  }
  const made = `${schedule.runBilled.toLocaleString('en-US')} ${schedule.runBilled === 1 ? 'invoice' : 'invoices'}`;
  return (
    <>
      <p className="text-ink-soft">
        Last run, for {formatDate(runDay)}: {made}. {link}
      </p>
      {schedule.runRefused.length === 0 ? null : (
        <Notice tone="caution">
          <p className="font-medium">These could not be billed:</p>
          <ul className="mt-1 list-disc pl-5">
            {schedule.runRefused.map(({ subscriptionNumber, message }) => (
              <li key={subscriptionNumber}>
                {subscriptionNumber}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
