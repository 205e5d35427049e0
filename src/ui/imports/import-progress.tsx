import type { ReactNode } from 'react';
import { IMPORTABLE } from '@/core/imports/importable';
import type { Job } from '@/ui/jobs/job-words';
import { stoppedWords } from '@/ui/jobs/use-stopped-job';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import {
  count,
  isCounted,
  listPlace,
  nounOf,
  rowsWords,
  type StoredImport,
  shownCounts,
  waitingPlace,
  waitWords,
} from './import-words';

/** The progress of the import, with a sentence for each status and the results of its rows so far. */
export function ImportProgress({
  one,
  isMoving,
  isStalled,
  stopped,
  problem,
}: {
  readonly one: StoredImport;
  readonly isMoving: boolean;
  readonly isStalled: boolean;
  /** The job that failed or was canceled, where that is why it does not move. */
  readonly stopped: Job | undefined;
  readonly problem: string | null;
}) {
  const { total, failed, left } = one.counts;
  const { imported, ready, waiting } = shownCounts(one);
  const isOn = isMoving || isStalled;
  return (
    <Panel title="Progress">
      <div className="flex flex-col gap-3">
        {/* The state is announced when it changes; the count next to it is not read out with every batch. */}
        <div role="status">
          <StateWords one={one} isMoving={isMoving} isStalled={isStalled} stopped={stopped} />
        </div>
        {problem === null ? null : (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
        <div className="flex items-center gap-3">
          <progress
            aria-label={one.importStatus === 'CHECKING' ? 'Rows checked' : 'Rows imported'}
            className="h-2 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent-solid [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-solid [&::-webkit-progress-value]:transition-[width]"
            value={isOn ? total - left : imported}
            max={Math.max(total, 1)}
          />
          <span className="figures whitespace-nowrap">
            {isOn
              ? `${count(total - left)} of ${rowsWords(total)}`
              : `${count(imported)} of ${count(total)} imported`}
          </span>
        </div>
        <p className="text-ink-mute">
          {[
            imported > 0 && isCounted(one) ? `${count(imported)} imported` : null,
            ready > 0 && isCounted(one) ? `${count(ready)} ready` : null,
            waiting > 0 && one.sourceId !== null ? waitingRowsWords(one, waiting) : null,
            failed > 0 ? `${count(failed)} with errors` : null,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </Panel>
  );
}

/** Of a file of orders: "3 wait", or after a check "3 would wait". */
const waitingRowsWords = ({ importStatus }: StoredImport, rows: number) =>
  importStatus === 'CHECKED'
    ? `${count(rows)} would wait`
    : `${count(rows)} ${rows === 1 ? 'waits' : 'wait'}`;

/** How many orders of the file wait for a rule or an answer, as a link to where it is given; nothing when none does. */
function WaitingOrders({
  one,
  words,
}: {
  readonly one: StoredImport;
  readonly words: (waiting: ReactNode) => ReactNode;
}) {
  const books = useBooks();
  if (one.orders === null || one.orders.waiting === 0) return null;
  const { sourceId, waiting } = one.orders;
  // Orders of a check do not exist yet: they are decided by the source's rules.
  const place = one.importStatus === 'DONE' ? waitingPlace(sourceId) : `order-sources/${sourceId}?tab=rules`;
  return words(<TextLink href={books.path(place)}>{waitWords(waiting)}</TextLink>);
}

const MOVING: Readonly<Partial<Record<StoredImport['importStatus'], string>>> = {
  CHECKING: 'Checking.',
  APPROVING: 'Approving and posting.',
  UNDOING: 'Undoing.',
};

const GO_ON: Readonly<Partial<Record<StoredImport['importStatus'], string>>> = {
  RUNNING: 'resume the import',
  APPROVING: 'approve it again',
  UNDOING: 'undo it again',
};

function StateWords({
  one,
  isMoving,
  isStalled,
  stopped,
}: {
  readonly one: StoredImport;
  readonly isMoving: boolean;
  readonly isStalled: boolean;
  readonly stopped: Job | undefined;
}) {
  const books = useBooks();
  const noun = nounOf(one);
  const { counts } = one;
  const shown = shownCounts(one);
  if (isStalled) {
    return (
      <Notice tone="caution">
        {stopped === undefined
          ? 'There has been no progress for a while, so the work has probably stopped.'
          : `The work stopped. ${stoppedWords(stopped)}`}{' '}
        What is done stays; {GO_ON[one.importStatus] ?? 'check again'} to finish the rest. No row is imported
        twice.{' '}
        {stopped === undefined ? null : (
          <TextLink href={books.path(`jobs/${stopped.id}`)}>Show the job</TextLink>
        )}
      </Notice>
    );
  }
  if (isMoving) {
    return (
      <p>
        <span className="font-medium">{MOVING[one.importStatus] ?? 'Importing.'}</span> You can leave this
        page. The work continues, and this page shows its progress when you return. Its log is under{' '}
        <TextLink href={books.path('jobs')}>Jobs</TextLink>.
      </p>
    );
  }
  switch (one.importStatus) {
    case 'CHECKED':
      return counts.ready === 0 && counts.imported < counts.total ? (
        <p>
          <span className="font-medium text-danger">Nothing can be imported yet.</span> The error is shown
          next to each row.
        </p>
      ) : (
        <p>
          <span className="font-medium">Checked.</span> {rowsWords(counts.ready)} can be imported
          {counts.failed > 0 ? `; ${rowsWords(counts.failed)} cannot; the reason is shown next to each` : ''}.
          <WaitingOrders one={one} words={(wait) => <> {wait} for a person to decide.</>} /> Nothing has been
          added to the books yet.
        </p>
      );
    case 'DONE':
      return (
        <p>
          <span className="font-medium text-positive">Done.</span> {rowsWords(shown.imported)} imported
          {counts.failed > 0
            ? `; ${rowsWords(counts.failed)} failed. Download ${counts.failed === 1 ? 'it, correct it and import it' : 'them, correct them and import them'} again`
            : ''}
          . <WaitingOrders one={one} words={(wait) => <>{wait}; the reason is next to each row. </>} />
          {one.cutOverId === null ? (
            <TextLink href={books.path(listPlace(one))}>
              Go to {IMPORTABLE[noun].label.toLowerCase()}
            </TextLink>
          ) : (
            <TextLink href={books.path('cut-over')}>Back to the cut-over</TextLink>
          )}
        </p>
      );
    case 'ARRIVING':
      return (
        <Notice tone="caution">
          {rowsWords(counts.total)} have arrived, and more were to follow. If no one is sending the file right
          now, the upload was interrupted: choose the same file to continue, or delete this import.
        </Notice>
      );
    case 'PROPOSED':
      return (
        <p>
          <span className="font-medium">Waiting for a second person.</span> {rowsWords(counts.imported)}{' '}
          imported; {count(counts.waiting)} {counts.waiting === 1 ? 'document waits' : 'documents wait'} for
          the approval of someone who did not make this import.
        </p>
      );
    case 'UNDONE':
      return (
        <p>
          <span className="font-medium">Undone.</span> The records of this import are taken out again. Upload
          the corrected file as a new import.
        </p>
      );
    default:
      return <p>Identify the columns, then check. Nothing is added to the books until you import.</p>;
  }
}
