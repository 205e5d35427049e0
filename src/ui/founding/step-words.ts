import type { FoundingStep } from '@/core/founding/steps';
import type { RouterOutputs } from '@/surfaces/trpc/react';

export type Founding = RouterOutputs['founding']['show'];
export type Step = Founding['steps'][number];
export type Proposals = RouterOutputs['founding']['proposals'];
export type MadeItem = Step['made'][number];

/** What each step is called, what it asks and what it is for. */
export const STEP_WORDS: Readonly<Record<FoundingStep, { readonly title: string; readonly words: string }>> =
  {
    COMPANY: {
      title: 'Company and subsidiaries',
      words: 'The companies whose books are kept here, who owns whom, and the base currency of each.',
    },
    CHART: {
      title: 'Chart of accounts',
      words:
        'Every chart has the accounts that Daybook posts to itself. You can add, rename and remove others at any time.',
    },
    CALENDAR: {
      title: 'Fiscal calendar and periods',
      words:
        'How your years are divided, and the first year that has periods. Once the first entry is posted, the calendar changes only as of a later day, under Periods.',
    },
    TAXES: {
      title: 'Tax codes',
      words:
        'Suggested rates for your country. Check that they apply to you; they are not tax advice. They replace the example codes that the books began with, which stay if you skip this step.',
    },
    NUMBERS: {
      title: 'Number series',
      words:
        'The name and number prefix of each type of document. Numbers have no gaps and start at 1 each year.',
    },
    RULES: {
      title: 'Posting rules',
      words: 'The accounts that documents post to when a line does not name one.',
    },
    REVENUE: {
      title: 'Revenue policies',
      words: 'Seven questions. Each answer sets a policy and says which paragraph it follows.',
    },
    PEOPLE: {
      title: 'People',
      words: 'Everyone who works in these books. Each gets a link that works once, for a week.',
    },
  };

/** Where a created record can be viewed; null for one without a page. */
export function placeOf({ noun, id, act }: MadeItem): string | null {
  if (act === 'REMOVED') return null;
  switch (noun) {
    case 'account':
      return id === null ? 'accounts' : `accounts/${id}`;
    case 'organization':
      return 'settings';
    case 'subsidiary':
      return 'subsidiaries';
    case 'fiscal calendar':
    case 'fiscal year':
      return 'periods';
    case 'tax code':
      return 'setup';
    case 'number series':
      return 'setup?of=types';
    case 'posting rule':
      return 'setup?of=posting-rules';
    case 'invitation':
      return 'members';
    default:
      return null;
  }
}

/** The props of every step's form. */
export type StepProps = {
  readonly founding: Founding;
  readonly proposals: Proposals;
  readonly step: Step;
  readonly onNext: () => void;
};
