'use client';

import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { dayColumns } from '@/core/imports/grouped-rows';
import { IMPORTABLE } from '@/core/imports/importable';
import { mappingProblem } from '@/core/imports/mapping';
import { trpc } from '@/surfaces/trpc/react';
import { useStoppedJob } from '@/ui/jobs/use-stopped-job';
import { Button } from '@/ui/kit/button';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { ButtonLink, TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { ApproveButton, ContinueButton, FailedButton, RemoveButton, UndoButton } from './import-actions';
import { ImportColumns } from './import-columns';
import { ImportProgress } from './import-progress';
import { ImportRows } from './import-rows';
import { isUnderWay, JOB_OF, nounOf, rowsWords, type StoredImport, stateOf, titleOf } from './import-words';
import { useIsStalled } from './use-is-stalled';

const EVERY_MOMENT = 700;

/**
 * One import: its columns, the result of each row, and the next step. The page refreshes while the import is running.
 */
export function ImportScreen({ id }: { readonly id: string }) {
  const utils = trpc.useUtils();
  const map = trpc.imports.map.useMutation();
  // The work goes on in the background; beginning it is refused here.
  const start = trpc.jobs.start.useMutation({
    onSettled: () => Promise.all([utils.imports.invalidate(), utils.jobs.list.invalidate()]),
  });
  const isOurs = start.isPending;
  const query = trpc.imports.get.useQuery(
    { id },
    {
      refetchInterval: ({ state }) =>
        isOurs || (state.data !== undefined && isUnderWay(state.data)) ? EVERY_MOMENT : false,
    },
  );
  const failed = start.error ?? map.error;
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(one) => (
        <ImportView
          // Columns chosen on the page are discarded if someone else has changed them.
          key={JSON.stringify([one.mapping, one.posts, one.dayStyle])}
          one={one}
          isOurs={isOurs}
          problem={failed === null ? null : sentenceOf(failed)}
          onCheck={async (change) => {
            try {
              if (change !== null) {
                const { mapping, posts, dayStyle } = change;
                utils.imports.get.setData(
                  { id },
                  await map.mutateAsync({ id, mapping: [...mapping], posts, dayStyle }),
                );
              }
              start.mutate({ kind: 'imports.check', recordId: id });
            } catch {
              // The mutation's error is shown on the page.
            }
          }}
          onRun={() => start.mutate({ kind: 'imports.run', recordId: id })}
        />
      )}
    </QueryView>
  );
}

/** Where the import was begun. */
function trailOf({ cutOverId, sourceId }: StoredImport, books: ReturnType<typeof useBooks>) {
  if (cutOverId !== null) return { label: 'Cut-over', href: books.path('cut-over') };
  if (sourceId !== null) return { label: 'Order sources', href: books.path(`order-sources/${sourceId}`) };
  return { label: 'Imports', href: books.path('imports') };
}

function ImportView({
  one,
  isOurs,
  problem,
  onCheck,
  onRun,
}: {
  readonly one: StoredImport;
  readonly isOurs: boolean;
  readonly problem: string | null;
  readonly onCheck: (change: Pick<StoredImport, 'mapping' | 'posts' | 'dayStyle'> | null) => Promise<void>;
  readonly onRun: () => void;
}) {
  const books = useBooks();
  const [mapping, setMapping] = useState(one.mapping);
  const [posts, setPosts] = useState(one.posts);
  const [dayStyle, setDayStyle] = useState(one.dayStyle);
  const isChanged =
    posts !== one.posts ||
    dayStyle !== one.dayStyle ||
    JSON.stringify(mapping) !== JSON.stringify(one.mapping);
  const seen = useStoppedJob(JOB_OF[one.importStatus], one.id);
  const stopped = isOurs ? undefined : seen;
  const hasNotMoved = useIsStalled(isUnderWay(one) && !isOurs, one.counts.left);
  const isStalled = hasNotMoved || stopped !== undefined;
  const isMoving = isOurs || (isUnderWay(one) && !isStalled);
  const noun = nounOf(one);
  const missing = mappingProblem(noun, mapping);
  const { counts } = one;
  const trail = trailOf(one, books);
  // Orders show which row of which file reported what, and their contracts are in force.
  const isKept = one.sourceId !== null && counts.imported > 0;
  const isComplete = counts.imported === counts.total;
  const isChecked = one.importStatus === 'CHECKED' && !isChanged;
  const columns = (
    <>
      <ImportColumns
        one={one}
        mapping={mapping}
        missing={missing}
        isDisabled={isMoving || one.importStatus === 'ARRIVING'}
        onMapping={setMapping}
        {...(one.sourceId !== null || dayColumns(noun, mapping).length === 0
          ? {}
          : { days: { style: dayStyle, onStyle: setDayStyle } })}
      />
      {noun === 'journals' && books.may('gl.transaction.approve') && books.may('gl.transaction.post') ? (
        <Panel title="Posting">
          <Checkbox
            label="Post the entries as well, each on its own date"
            checked={posts}
            disabled={isMoving || one.importStatus === 'ARRIVING'}
            onChange={({ target }) => setPosts(target.checked)}
          />
          <p className="mt-2 max-w-3xl text-ink-mute">
            An entry that cannot be posted is not imported either. Where your organization requires a second
            person, entries wait for their approval.
          </p>
        </Panel>
      ) : null}
    </>
  );
  return (
    <Page>
      <PageHeader
        title={titleOf(one)}
        trail={[trail]}
        status={<StatusPill status={isStalled ? 'STALLED' : stateOf(one)} />}
        description={
          <>
            {rowsWords(counts.total)} of {IMPORTABLE[noun].label.toLowerCase()}
            {one.createdByName === null ? null : `, uploaded by ${one.createdByName}`}.
            {one.correctsImportId === null ? null : (
              <>
                {' '}
                <TextLink href={books.path(`imports/${one.correctsImportId}`)}>Original import</TextLink>
              </>
            )}
          </>
        }
        actions={
          <>
            {isMoving || isKept ? null : <RemoveButton one={one} backTo={trail.href} />}
            {one.importStatus === 'ARRIVING' ? <ContinueButton one={one} /> : null}
            {(one.importStatus === 'PROPOSED' || (one.importStatus === 'APPROVING' && !isMoving)) &&
            books.may('gl.transaction.approve') &&
            books.may('gl.transaction.post') ? (
              <ApproveButton one={one} />
            ) : null}
            {isMoving || isKept || counts.imported === 0 ? null : <UndoButton one={one} />}
            {counts.failed > 0 && !isMoving ? <FailedButton one={one} /> : null}
            {counts.failed > 0 && one.importStatus === 'DONE' && !isMoving ? (
              <ButtonLink href={books.path(`imports/new?of=${noun}&corrects=${one.id}`)}>
                <FileUp aria-hidden="true" />
                Import corrected rows
              </ButtonLink>
            ) : null}
            {isComplete ||
            isMoving ||
            !['UPLOADED', 'CHECKING', 'CHECKED', 'DONE'].includes(one.importStatus) ? null : (
              <Button
                tone={one.importStatus === 'DONE' || (isChecked && counts.ready > 0) ? 'plain' : 'primary'}
                isDisabled={missing !== null}
                onPress={() => void onCheck(isChanged ? { mapping, posts, dayStyle } : null)}
              >
                {one.importStatus === 'UPLOADED' ? 'Check' : 'Check again'}
              </Button>
            )}
            {!isMoving && ((isChecked && counts.ready > 0) || one.importStatus === 'RUNNING') ? (
              <Button tone="primary" onPress={onRun}>
                {one.importStatus === 'RUNNING' ? 'Resume import' : `Import ${rowsWords(counts.ready)}`}
              </Button>
            ) : null}
          </>
        }
      />
      <ImportProgress
        one={one}
        isMoving={isMoving}
        isStalled={isStalled}
        stopped={stopped}
        problem={problem}
      />
      {isComplete ? null : one.importStatus === 'DONE' ? (
        // After a run the rows matter most; the columns stay available in case one was mapped wrongly.
        <details>
          <summary className="mb-2 w-fit cursor-pointer rounded text-ink-soft hover:text-ink">
            Columns
          </summary>
          {columns}
        </details>
      ) : (
        columns
      )}
      <ImportRows one={one} mapping={mapping} isMoving={isMoving} />
    </Page>
  );
}
