import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import type { LineOutcome } from '@/core/orders/order-source';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { OutcomeFields } from './outcome-fields';

type Order = RouterOutputs['orderSources']['order'];
type Kind = 'LINE' | 'NOTHING' | 'DONE_BY_HAND' | 'MAKE_AGAIN';

const WORDS: Readonly<Record<Kind, string>> = {
  LINE: 'Say what its line becomes',
  NOTHING: 'None of it is our revenue',
  DONE_BY_HAND: 'I changed the contract by hand',
  MAKE_AGAIN: 'Undo its contract and create it again from the latest file',
};

/** The answers that fit why an order waits. */
function kindsOf({ waitCode, waitRow }: Order): Kind[] {
  if (waitCode === 'CHANGED') return ['MAKE_AGAIN', 'DONE_BY_HAND'];
  return waitRow === null ? ['NOTHING'] : ['LINE', 'NOTHING'];
}

/** The answer for an order that waits. It has the effect of a rule, and is kept with the order for later files. */
export function AnswerForm({ order }: { readonly order: Order }) {
  const kinds = kindsOf(order);
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'NOTHING');
  const [outcome, setOutcome] = useState<LineOutcome>({ kind: 'OBLIGATION', pattern: 'ON_DATE' });
  const [reason, setReason] = useState('');
  const answer = trpc.orderSources.answer.useMutation();
  const isReady =
    kind === 'LINE' ? outcome.kind !== 'INVOICE_LINE' || outcome.accountId !== '' : isWords(reason);
  const send = () =>
    answer.mutate(
      {
        id: order.id,
        answer:
          kind === 'LINE' ? { answer: kind, line: order.waitRow ?? '', outcome } : { answer: kind, reason },
        $call: { expectedVersion: order.version },
      },
      {
        onSuccess: ({ orderState }) =>
          notifyDone(orderState === 'WAITING' ? 'It still waits for something else.' : 'Answered.'),
      },
    );
  return (
    <Panel title="Answer">
      <div className="flex flex-col gap-4">
        <SelectField
          label="Answer"
          choices={kinds.map((one) => ({ value: one, label: WORDS[one] }))}
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
        />
        {kind === 'LINE' ? (
          <OutcomeFields outcome={outcome} onOutcome={setOutcome} />
        ) : (
          <TextField
            label="Reason"
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {answer.error ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(answer.error)}
          </Notice>
        ) : null}
        <span>
          <Button tone="primary" isPending={answer.isPending} isDisabled={!isReady} onPress={send}>
            Answer
          </Button>
        </span>
      </div>
    </Panel>
  );
}
