'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { MoreHorizontal } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { type DragEvent, useState } from 'react';
import { PROSPECT_STATUSES, type ProspectStatus } from '@/core/sales/prospect-status';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { IconButton } from '@/ui/kit/button';
import { cx } from '@/ui/kit/class-names';
import { formatShort } from '@/ui/kit/figures/amount-format';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { ActionMenu } from '@/ui/kit/menus/action-menu';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import { columnQuestion } from './prospect-filters';
import { useMoveProspect } from './use-move-prospect';

type Prospect = RouterOutputs['prospects']['list']['rows'][number];
const ConvertDialog = dynamic(() => import('./convert-dialog').then((part) => part.ConvertDialog), {
  ssr: false,
});
const DRAGGED = 'application/x-daybook-prospect';

/**
 * Columns by status; a card moves by dragging or by its menu. Moving a card to Converted asks what to convert it into.
 */
export function ProspectBoard({ search }: { readonly search: string }) {
  const [converting, setConverting] = useState<string | null>(null);
  const pipeline = trpc.prospects.pipeline.useQuery({});
  const move = useMoveProspect();

  function onMove(prospect: Pick<Prospect, 'id' | 'name' | 'prospectStatus'>, to: ProspectStatus) {
    if (to === prospect.prospectStatus) return;
    if (to === 'converted') setConverting(prospect.id);
    else move(prospect, to);
  }

  return (
    <>
      <section
        aria-label="Pipeline, scrolls sideways"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="-mx-4 flex items-start gap-3 overflow-x-auto px-4 pb-3 sm:-mx-6 sm:px-6"
      >
        {PROSPECT_STATUSES.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            search={search}
            total={pipeline.data?.find((column) => column.status === status)}
            onMove={onMove}
          />
        ))}
      </section>
      {converting ? <ConvertDialog id={converting} onClose={() => setConverting(null)} /> : null}
    </>
  );
}

type MoveHandler = (prospect: Pick<Prospect, 'id' | 'name' | 'prospectStatus'>, to: ProspectStatus) => void;

function BoardColumn({
  status,
  search,
  total,
  onMove,
}: {
  readonly status: ProspectStatus;
  readonly search: string;
  readonly total: RouterOutputs['prospects']['pipeline'][number] | undefined;
  readonly onMove: MoveHandler;
}) {
  const books = useBooks();
  const [isOver, setOver] = useState(false);
  const query = trpc.prospects.list.useQuery(columnQuestion(status, search), {
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.rows;
  const more = (query.data?.total ?? 0) - (rows?.length ?? 0);

  function onDrop(event: DragEvent) {
    setOver(false);
    const data = event.dataTransfer.getData(DRAGGED);
    if (data === '') return;
    event.preventDefault();
    onMove(JSON.parse(data) as Prospect, status);
  }

  return (
    <section
      aria-label={statusWords(status)}
      className={cx(
        'flex w-64 shrink-0 flex-col gap-2 rounded-card border border-transparent bg-sunken p-2',
        isOver && 'border-accent',
      )}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <header className="flex items-center justify-between gap-2 px-1">
        <h2 className="flex items-center gap-2">
          <StatusPill status={status} />
          <span className="figures text-ink-mute text-small">{total?.count ?? ''}</span>
        </h2>
        <span
          className="figures text-ink-mute text-small"
          title={`Estimated revenue ${total?.estimatedRevenue ?? ''}`}
        >
          {total ? `${books.organization.baseCurrency} ${formatShort(total.estimatedRevenue)}` : null}
        </span>
      </header>
      {rows === undefined ? (
        <Skeleton className="h-20" />
      ) : (
        <ul className="flex flex-col gap-2">
          {rows.map((prospect) => (
            <Card key={prospect.id} prospect={prospect} onMove={onMove} />
          ))}
        </ul>
      )}
      {rows?.length === 0 ? <p className="px-1 py-3 text-ink-mute text-small">No prospects</p> : null}
      {more > 0 ? (
        <TextLink href={`?view=list&status=${status}`} className="px-1 text-small">
          {more}
          {query.data?.isCounted === false ? '+' : ''} more in the list
        </TextLink>
      ) : null}
    </section>
  );
}

function Card({ prospect, onMove }: { readonly prospect: Prospect; readonly onMove: MoveHandler }) {
  const books = useBooks();
  const isFinal = prospect.prospectStatus === 'converted';
  const mayMove = books.may('crm.prospect.write') && !isFinal;
  const { id, name, prospectStatus } = prospect;
  return (
    <li
      draggable={mayMove}
      onDragStart={(event) =>
        event.dataTransfer.setData(DRAGGED, JSON.stringify({ id, name, prospectStatus }))
      }
      className={cx(
        'group relative flex flex-col gap-1 rounded border border-line bg-surface px-3 py-2 shadow-raised',
        mayMove && 'cursor-grab active:cursor-grabbing',
      )}
    >
      <div className="flex items-start justify-between gap-1">
        <Link
          href={books.path(`prospects/${id}`)}
          prefetch={false}
          draggable={false}
          className="min-w-0 rounded-xs font-medium hover:text-accent hover:underline"
        >
          {name}
        </Link>
        {mayMove ? (
          <ActionMenu
            label={`Move ${name} to`}
            trigger={
              <IconButton label={`Move ${name}`} size="small" className="-mt-1 -mr-2 w-6.5">
                <MoreHorizontal aria-hidden="true" />
              </IconButton>
            }
            entries={PROSPECT_STATUSES.filter(
              (to) => to !== prospectStatus && (to !== 'converted' || books.may('crm.prospect.convert')),
            ).map((to) => ({
              id: to,
              label: to === 'converted' ? 'Convert…' : `Move to ${statusWords(to)}`,
              onAction: () => onMove(prospect, to),
            }))}
          />
        ) : null}
      </div>
      <div className="flex items-baseline justify-between gap-2 text-small">
        <span className="truncate text-ink-mute">{prospect.industry ?? ''}</span>
        <span className="figures shrink-0">
          {prospect.estimatedRevenue ? formatShort(prospect.estimatedRevenue) : null}
        </span>
      </div>
    </li>
  );
}
