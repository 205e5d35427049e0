'use client';

import dynamic from 'next/dynamic';
import type { Contract } from '../contracts/contract-months';
import { saidOf } from './event-form';

const EventDialog = dynamic(() => import('./event-dialog').then((part) => part.EventDialog), { ssr: false });
const FieldsDialog = dynamic(() => import('./fields-dialog').then((part) => part.FieldsDialog), {
  ssr: false,
});
const AnswerDialog = dynamic(() => import('./answer-dialog').then((part) => part.AnswerDialog), {
  ssr: false,
});
const ModifyDialog = dynamic(
  () => import('../modification/modify-dialog').then((part) => part.ModifyDialog),
  {
    ssr: false,
  },
);
const TerminateDialog = dynamic(
  () => import('../modification/terminate-dialog').then((part) => part.TerminateDialog),
  { ssr: false },
);
const CostDialog = dynamic(() => import('../costs/cost-dialog').then((part) => part.CostDialog), {
  ssr: false,
});
const TestCostDialog = dynamic(() => import('../costs/cost-estimates').then((part) => part.TestCostDialog), {
  ssr: false,
});
const CostTermDialog = dynamic(() => import('../costs/cost-estimates').then((part) => part.CostTermDialog), {
  ssr: false,
});

type Recorded = Contract['events'][number]['event'];

/** Replaces a recorded fact by the form that records its kind, filled with it. */
export function ReplaceDialog({
  view,
  replaces,
  onClose,
}: {
  readonly view: Contract;
  readonly replaces: Recorded;
  readonly onClose: () => void;
}) {
  const shared = { view, onClose };
  switch (replaces.kind) {
    case 'modification':
      return <ModifyDialog {...shared} replaces={replaces} />;
    case 'termination':
      return <TerminateDialog {...shared} replaces={replaces} />;
    case 'judgement':
      return <AnswerDialog {...shared} about={replaces.key ?? ''} replaces={replaces} />;
    case 'cost':
      return <CostDialog {...shared} replaces={replaces} />;
    case 'costTest':
    case 'costTerm': {
      const cost = view.costs.find(({ key }) => key === replaces.key);
      if (cost === undefined) return null;
      return replaces.kind === 'costTest' ? (
        <TestCostDialog {...shared} cost={cost} replaces={replaces} />
      ) : (
        <CostTermDialog {...shared} cost={cost} replaces={replaces} />
      );
    }
    default:
      return saidOf(replaces) === null ? (
        <FieldsDialog {...shared} replaces={replaces} />
      ) : (
        <EventDialog {...shared} replaces={replaces} />
      );
  }
}
