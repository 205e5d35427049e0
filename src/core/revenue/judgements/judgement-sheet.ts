import { day, type SheetLine, words } from '../../sheets/sheet';
import type { Topic } from './judged-terms';
import { STATE_WORDS, TOPIC_WORDS } from './judgement-labels';
import type { JudgementState } from './judgement-list';

/** What a line about a judgment says. */
export interface JudgementOfSheet {
  readonly contractNumber: string;
  readonly contractName: string | null;
  readonly topic: Topic;
  readonly asks: string;
  readonly paragraph: string;
  readonly about: string | null;
  readonly answer: string | null;
  readonly evidence: string | null;
  readonly byName: string | null;
  readonly at: string | null;
  readonly effectiveDate: string | null;
  readonly state: JudgementState;
}

/** The columns of judgments in a file, for the auditor's work papers. */
export const JUDGEMENT_SHEET = [
  'Contract',
  'Name',
  'Topic',
  'Question',
  'Paragraph',
  'About',
  'Answer',
  'Evidence',
  'Who',
  'When',
  'Effective',
  'State',
] as const;

/** A judgment as its line in a file. */
export const judgementLine = (row: JudgementOfSheet): SheetLine => ({
  cells: [
    words(row.contractNumber),
    words(row.contractName),
    words(TOPIC_WORDS[row.topic]),
    words(row.asks),
    words(row.paragraph),
    words(row.about ?? 'The contract'),
    words(row.answer),
    words(row.evidence),
    words(row.byName),
    words(row.at),
    day(row.effectiveDate),
    words(STATE_WORDS[row.state]),
  ],
});
