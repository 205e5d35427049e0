'use client';

import { type ReactNode, useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { issuesOf, refusalOf, sentenceOf } from '@/ui/shell/refusal';
import { MadeList } from './made-list';
import { type MadeItem, STEP_WORDS, type Step } from './step-words';

/** How a step's procedure is called: as a trial, or over the version the reader has seen. */
export type StepCall = { readonly dryRun?: boolean; readonly expectedVersion?: number };

/** What is wrong with the answer at a path, such as `codes.0.code`. */
export type AnswerIssue = (path: string) => string | undefined;

/**
 * The current step: its questions, then what it will create, then the button. A step that was done shows what it created; its answers can be
 * changed, which creates the difference. The trial is the same call rolled back, so it shows exactly what will be created.
 */
export function StepDesk({
  step,
  answersKey,
  run,
  onNext,
  children,
}: {
  readonly step: Step;
  /** The answers as text: a preview of other answers is no longer shown. */
  readonly answersKey: string;
  readonly run: (call: StepCall) => Promise<{ readonly made: readonly MadeItem[] }>;
  readonly onNext: () => void;
  /** The questions; as a function of what was wrong with the answers, which each question shows itself. */
  readonly children: ReactNode | ((issue: AnswerIssue) => ReactNode);
}) {
  const utils = trpc.useUtils();
  const [isChanging, setChanging] = useState(false);
  const [preview, setPreview] = useState<{ key: string; made: readonly MadeItem[] } | null>(null);
  const [problem, setProblem] = useState<{ readonly error: unknown; readonly key: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const skip = trpc.founding.skip.useMutation({ onError: (error) => notifyProblem(sentenceOf(error)) });
  const { title, words } = STEP_WORDS[step.step];
  const call = step.version === 0 ? {} : { expectedVersion: step.version };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem({ error, key: answersKey });
      // Another owner was faster: what they made is shown.
      if (refusalOf(error)?.code === 'STALE_VERSION') await utils.founding.show.invalidate();
    } finally {
      setBusy(false);
    }
  };
  const show = () =>
    attempt(async () => {
      const { made } = await run({ ...call, dryRun: true });
      setPreview({ key: answersKey, made });
    });
  const make = () =>
    attempt(async () => {
      await run(call);
      setPreview(null);
      setChanging(false);
      notifyDone(`${title}: done.`);
      await utils.invalidate();
    });
  if (step.state === 'DONE' && !isChanging) {
    return (
      <Panel title={title}>
        <div className="flex flex-col gap-4">
          <p className="text-ink-soft">
            Done{step.doneByName === null ? '' : ` by ${step.doneByName}`},{' '}
            <InstantText value={step.doneAt} />.
          </p>
          <MadeList made={step.made} isPlan={false} />
          <div className="flex flex-wrap gap-2">
            <Button tone="primary" onPress={onNext}>
              Next step
            </Button>
            <Button onPress={() => setChanging(true)}>Change the answers</Button>
          </div>
        </div>
      </Panel>
    );
  }
  const shown = preview?.key === answersKey ? preview.made : null;
  const [questions, sentence] = questionsWith(children, problem?.key === answersKey ? problem.error : null);
  return (
    <Panel title={title}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void (shown === null ? show() : make());
        }}
      >
        <p className="max-w-3xl text-ink-soft">{words}</p>
        {questions}
        {sentence === null ? null : (
          <Notice tone="danger" role="alert">
            {sentence}
          </Notice>
        )}
        {shown === null ? null : (
          <section
            aria-label="What this step will create"
            className="rounded border border-line bg-sunken p-4"
          >
            <MadeList made={shown} isPlan />
          </section>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary" isPending={isBusy}>
            {shown === null ? 'Show what this will create' : 'Make it'}
          </Button>
          {step.state === 'DONE' ? (
            <Button onPress={() => setChanging(false)}>Keep it as it is</Button>
          ) : step.state === null ? (
            <Button
              tone="quiet"
              isPending={skip.isPending}
              onPress={() =>
                skip.mutate(
                  { step: step.step },
                  { onSuccess: () => void utils.founding.show.invalidate().then(onNext) },
                )
              }
            >
              Skip this step
            </Button>
          ) : null}
        </div>
      </form>
    </Panel>
  );
}

/** The questions with what is wrong next to each, and the sentence below them: the refusal itself where no question shows it. */
function questionsWith(
  children: ReactNode | ((issue: AnswerIssue) => ReactNode),
  error: unknown,
): readonly [questions: ReactNode, sentence: string | null] {
  const issues = new Map(issuesOf(error).map(({ path, message }) => [path.join('.'), message]));
  const asked = new Set<string>();
  const issue: AnswerIssue = (path) => {
    asked.add(path);
    return issues.get(path);
  };
  const questions = typeof children === 'function' ? children(issue) : children;
  if (error === null) return [questions, null];
  const isShown = issues.size > 0 && [...issues.keys()].every((path) => asked.has(path));
  return [questions, isShown ? 'Correct the answers that are marked above.' : sentenceOf(error)];
}
