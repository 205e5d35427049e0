'use client';

import { Button } from '@/ui/kit/button';
import { cx } from '@/ui/kit/class-names';
import { Key } from '@/ui/kit/menus/key';
import type { SummaryFigure } from './form-lines';
import type { SaveHow } from './use-save-document';

/** The footer of the form, always visible: running totals, what is missing, and the buttons. */
export function FormActions({
  summary,
  obstacle,
  draftObstacle,
  pending,
  maySubmit,
  mayPost,
  postLabel = 'Approve and post…',
  onAct,
}: {
  readonly summary: readonly SummaryFigure[];
  readonly obstacle: string | null;
  readonly draftObstacle: string | null;
  readonly pending: SaveHow | null;
  readonly maySubmit: boolean;
  readonly mayPost: boolean;
  /** Ends with an ellipsis where the entry is shown first and nothing is posted yet. */
  readonly postLabel?: string;
  readonly onAct: (how: SaveHow) => void;
}) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-t bg-surface px-4 py-2.5 sm:-mx-6 sm:px-6">
      <output
        aria-live="polite"
        aria-label="Totals"
        className="flex flex-wrap items-baseline gap-x-5 gap-y-1"
      >
        {summary.map((figure) => (
          <span key={figure.label} className="whitespace-nowrap">
            <span className="mr-1.5 text-ink-mute">{figure.label}</span>{' '}
            <span
              className={cx(
                'figures font-medium',
                figure.tone === 'bad' && 'text-danger',
                figure.tone === 'good' && 'text-positive',
                figure.tone === 'strong' && 'font-semibold text-lead',
              )}
            >
              {figure.text}
            </span>
          </span>
        ))}
      </output>
      <div className="flex flex-wrap items-center gap-2">
        {obstacle ? (
          <span id="obstacle" className="text-ink-mute">
            {obstacle}
          </span>
        ) : null}
        <Button
          isPending={pending === 'draft'}
          isDisabled={draftObstacle !== null}
          onPress={() => onAct('draft')}
        >
          Save draft
        </Button>
        {maySubmit ? (
          <Button
            tone={mayPost ? 'plain' : 'primary'}
            isPending={pending === 'submit'}
            isDisabled={obstacle !== null}
            {...(obstacle ? { 'aria-describedby': 'obstacle' } : {})}
            onPress={() => onAct('submit')}
          >
            Submit
          </Button>
        ) : null}
        {mayPost ? (
          <Button
            tone="primary"
            isPending={pending === 'post'}
            isDisabled={obstacle !== null}
            {...(obstacle ? { 'aria-describedby': 'obstacle' } : {})}
            onPress={() => onAct('post')}
          >
            {postLabel}
          </Button>
        ) : null}
        <span aria-hidden="true" className="hidden items-center gap-1 lg:flex">
          <Key>Ctrl</Key>
          <Key>↵</Key>
        </span>
      </div>
    </div>
  );
}
