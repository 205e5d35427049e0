'use client';

import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import type { AnswerDraft, PartDraft } from '../obligations/promise-form';
import type { PromiseFieldsProps } from './promise-fields';
import { TermRow, TermRows } from './term-rows';
import { ASKED, questionWords } from './term-words';

const CHOICES = ASKED.map((value) => ({ value, label: questionWords(value) }));

/** The judgments about an obligation with their evidence; the accounting must follow from them. */
export function JudgementFields({ one, change, problem, state }: PromiseFieldsProps) {
  const { parts } = one;
  const changePart = (id: string, part: Partial<PartDraft>) =>
    change({ parts: parts.map((each) => (each.id === id ? { ...each, ...part } : each)) });
  return (
    <>
      <Answers
        title="Judgments"
        note="Record each judgment with its evidence. The accounting for the obligation must follow from them. Add only those that matter."
        add="Judgment"
        answers={one.answers}
        onAnswers={(answers) => change({ answers })}
        group={problem('answers')}
        problem={(id, field) => problem(`answers/${id}/${field}`)}
        state={state}
      />
      <TermRows
        title="Parts"
        note="Goods and services included in this obligation, each with the reason it is not distinct (606-10-25-22)."
        add="Part"
        problem={problem('parts')}
        onAdd={() => change({ parts: [...parts, { id: state.newRow(), name: '', answers: [] }] })}
      >
        {parts.map((part, index) => {
          const label = part.name.trim() || `Part ${index + 1}`;
          return (
            <TermRow
              key={part.id}
              label={label}
              isNewest={state.newest === part.id}
              onRemove={() => change({ parts: parts.filter(({ id }) => id !== part.id) })}
            >
              <TextField
                label="Name of the part"
                required
                value={part.name}
                error={problem(`parts/${part.id}/name`)}
                onChange={({ target }) => changePart(part.id, { name: target.value })}
              />
              <div className="col-span-full flex flex-col gap-2">
                <Answers
                  title={`Judgments for ${label}`}
                  add={`Judgment for ${label}`}
                  answers={part.answers}
                  onAnswers={(answers) => changePart(part.id, { answers })}
                  group={undefined}
                  problem={(id, field) => problem(`parts/${part.id}/answers/${id}/${field}`)}
                  state={state}
                />
              </div>
            </TermRow>
          );
        })}
      </TermRows>
    </>
  );
}

function Answers({
  answers,
  onAnswers,
  group,
  problem,
  state,
  ...words
}: Pick<PromiseFieldsProps, 'state'> & {
  readonly title: string;
  readonly note?: string;
  readonly add: string;
  readonly answers: readonly AnswerDraft[];
  readonly onAnswers: (answers: readonly AnswerDraft[]) => void;
  readonly group: string | undefined;
  readonly problem: (id: string, field: string) => string | undefined;
}) {
  const changeOne = (id: string, part: Partial<AnswerDraft>) =>
    onAnswers(answers.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const next = ASKED.find((question) => !answers.some((one) => one.question === question)) ?? 'TRANSFERS';
  return (
    <TermRows
      {...words}
      problem={group}
      onAdd={() =>
        onAnswers([...answers, { id: state.newRow(), question: next, answer: 'YES', evidence: '' }])
      }
    >
      {answers.map((one, index) => (
        <TermRow
          key={one.id}
          label={`Judgment ${index + 1}`}
          isNewest={state.newest === one.id}
          onRemove={() => onAnswers(answers.filter(({ id }) => id !== one.id))}
        >
          <SelectField
            label="Question judged"
            className="col-span-full"
            value={one.question}
            choices={CHOICES}
            error={problem(one.id, 'question')}
            onChange={({ target }) =>
              changeOne(one.id, { question: ASKED.find((name) => name === target.value) ?? one.question })
            }
          />
          <SelectField
            label="Answer to the question"
            value={one.answer}
            choices={[
              { value: 'YES', label: 'Yes' },
              { value: 'NO', label: 'No' },
            ]}
            onChange={({ target }) => changeOne(one.id, { answer: target.value === 'NO' ? 'NO' : 'YES' })}
          />
          <TextField
            label="Evidence"
            required
            className="2xl:col-span-2"
            value={one.evidence}
            error={problem(one.id, 'evidence')}
            onChange={({ target }) => changeOne(one.id, { evidence: target.value })}
          />
        </TermRow>
      ))}
    </TermRows>
  );
}
