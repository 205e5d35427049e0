'use client';

import { CircleCheck, CircleMinus } from 'lucide-react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Panel } from '@/ui/kit/layout/panel';
import { notifyProblem } from '@/ui/kit/notify';
import { ButtonLink, TextLink } from '@/ui/kit/text-link';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { STEP_WORDS } from './step-words';

/** The remaining founding steps, for those who may do them, until everything is done or someone hides the list. */
export function FoundingChecklist() {
  const books = useBooks();
  const utils = trpc.useUtils();
  const query = trpc.founding.show.useQuery({}, { enabled: books.may('org.organization.write') });
  const dismiss = trpc.founding.dismiss.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
    onSuccess: () => utils.founding.show.invalidate(),
  });
  const founding = query.data;
  if (founding === undefined || founding.isDemo || founding.isDismissed || founding.isComplete) return null;
  const open = founding.steps.filter(({ state }) => state === null);
  return (
    <Panel
      title={`Set up your books: ${founding.steps.length - open.length} of ${founding.steps.length} steps done`}
      actions={
        <Button
          size="small"
          tone="quiet"
          isPending={dismiss.isPending}
          onPress={() => dismiss.mutate({ isDismissed: true })}
        >
          Hide this list
        </Button>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <ul className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2 xl:grid-cols-4">
          {founding.steps.map(({ step, state }) => (
            <li key={step} className="flex items-center gap-2">
              {state === null ? (
                <TextLink href={books.path(`founding?step=${step}`)}>{STEP_WORDS[step].title}</TextLink>
              ) : (
                <>
                  {state === 'SKIPPED' ? (
                    <CircleMinus aria-label="Skipped" className="size-4 shrink-0 text-ink-mute" />
                  ) : (
                    <CircleCheck aria-label="Done" className="size-4 shrink-0 text-positive" />
                  )}
                  <span className="text-ink-mute">{STEP_WORDS[step].title}</span>
                </>
              )}
            </li>
          ))}
        </ul>
        <ButtonLink tone="primary" href={books.path('founding')}>
          {open.length === founding.steps.length ? 'Start' : 'Continue'}
        </ButtonLink>
      </div>
    </Panel>
  );
}
