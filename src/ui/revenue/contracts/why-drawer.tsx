'use client';

import { Copy } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Drawer } from '@/ui/kit/dialogs/dialog';
import { Money } from '@/ui/kit/figures/money';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { notifyDone } from '@/ui/kit/notify';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { asOfFilters, asOfQuestion } from '../reports/as-of';

/** A figure of a contract to explain. */
export type Figure = Omit<RouterInputs['revenue']['explain'], 'contractId'> & { readonly label: string };

type Reason = RouterOutputs['revenue']['explain']['data'];

/** The explanation of a figure: the formula, its inputs and their sources, down to the contract's events. */
export function WhyDrawer({
  contractId,
  figure,
  onClose,
}: {
  readonly contractId: string;
  readonly figure: Figure;
  readonly onClose: () => void;
}) {
  return (
    <Drawer title={`Why: ${figure.label}`} isOpen onClose={onClose}>
      <Why contractId={contractId} figure={figure} />
    </Drawer>
  );
}

/** The explanation, also as text, as known at the page's "known as of" time. */
export function Why({ contractId, figure }: { readonly contractId: string; readonly figure: Figure }) {
  const { label: _label, ...asked } = figure;
  const [asOf] = useQueryStates(asOfFilters);
  const { knownAsOf } = asOfQuestion(asOf);
  const query = trpc.revenue.explain.useQuery({
    contractId,
    ...asked,
    ...(knownAsOf === undefined ? {} : { knownAsOf }),
  });
  return (
    <QueryView query={query} skeleton={<Skeleton className="h-32" />}>
      {(answer) => (
        <>
          <ReasonView reason={answer.data} depth={0} />
          <Button
            className="mt-5"
            onPress={() => void navigator.clipboard.writeText(answer.text).then(() => notifyDone('Copied.'))}
          >
            <Copy aria-hidden="true" />
            Copy as text for a memo
          </Button>
        </>
      )}
    </QueryView>
  );
}

type Source = Reason['sources'][number];

/** The page of a figure's source. */
const PLACES: Readonly<Record<string, string>> = {
  contract: 'revenue',
  run: 'revenue/runs',
  'ledger entry': 'entries',
};

function SourceLine({ source }: { readonly source: Source }) {
  const books = useBooks();
  const place = PLACES[source.kind];
  if (place === undefined) {
    return (
      <>
        From {source.kind} {source.note ?? source.id}
      </>
    );
  }
  return (
    <>
      From{' '}
      <TextLink href={books.path(`${place}/${source.id}`)}>
        {source.kind} {source.note ?? ''}
      </TextLink>
    </>
  );
}

function ReasonView({ reason, depth }: { readonly reason: Reason; readonly depth: number }) {
  return (
    <div className={depth === 0 ? '' : 'border-line border-l pl-4'}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{reason.figure.label}</span>
        <Money
          value={reason.figure.amount}
          currency={reason.figure.currencyCode}
          showCurrency
          zero="digits"
          className="font-semibold"
        />
      </p>
      <p className="text-ink-soft">{reason.formula}</p>
      {reason.inputs.length > 0 ? (
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 text-small">
          {reason.inputs.map((input) => (
            <div key={`${input.name}/${input.value}`} className="contents">
              <dt className="text-ink-mute">{input.name}</dt>
              <dd className="figures break-words">{input.value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {reason.sources.length > 0 ? (
        <ul className="mt-1 text-ink-mute text-small">
          {reason.sources.map((source) => (
            <li key={`${source.kind}/${source.id}`}>
              <SourceLine source={source} />
            </li>
          ))}
        </ul>
      ) : null}
      {reason.children.length > 0 ? (
        <details open={depth === 0} className="mt-2">
          <summary className="w-fit text-ink-mute text-small hover:text-ink">Components</summary>
          <div className="mt-2 flex flex-col gap-3">
            {reason.children.map((child, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the tree is read once and never reordered
              <ReasonView key={`${index}/${child.figure.label}`} reason={child as Reason} depth={depth + 1} />
            ))}
          </div>
        </details>
      ) : null}
    </div>
  );
}
