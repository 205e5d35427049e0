import type { LineOutcome, LinePattern } from '@/core/orders/order-source';
import {
  METHOD_FACTS,
  SCHEDULE_METHODS,
  type ScheduleMethod,
} from '@/core/revenue/schedules/schedule-methods';
import { ComboField } from '@/ui/kit/input/combo-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { useAccounts } from '@/ui/records/use-names';

type Kind = LineOutcome['kind'];

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'OBLIGATION', label: 'A performance obligation of the order’s contract' },
  { value: 'INVOICE_LINE', label: 'A line of an invoice without a revenue contract' },
  { value: 'NOTHING', label: 'Nothing: it is not revenue' },
];
const PATTERNS: readonly { value: LinePattern; label: string }[] = [
  { value: 'OVER_PERIOD', label: 'Over the service period' },
  { value: 'ON_DATE', label: 'On the date of the line' },
  { value: 'ON_DELIVERY', label: 'On delivery' },
  { value: 'AS_USED', label: 'As it is used' },
];
const METHODS = SCHEDULE_METHODS.map((method) => ({ value: method, label: METHOD_FACTS[method].label }));
const NATURES = [
  { value: 'SERVICE', label: 'Service' },
  { value: 'GOODS', label: 'Goods' },
];

/** What a line becomes: chosen for a rule, or by hand for one line. */
export function OutcomeFields({
  outcome,
  onOutcome,
}: {
  readonly outcome: LineOutcome;
  readonly onOutcome: (outcome: LineOutcome) => void;
}) {
  const accounts = useAccounts();
  const choose = (kind: Kind) => {
    if (kind === 'OBLIGATION') onOutcome({ kind, pattern: 'OVER_PERIOD' });
    else if (kind === 'INVOICE_LINE') onOutcome({ kind, accountId: '' });
    else onOutcome({ kind });
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <SelectField
        label="It becomes"
        choices={KINDS}
        value={outcome.kind}
        onChange={(event) => choose(event.target.value as Kind)}
      />
      {outcome.kind === 'INVOICE_LINE' ? (
        <ComboField
          label="Account"
          required
          choices={accounts.choices}
          value={outcome.accountId}
          onValue={(accountId) => onOutcome({ ...outcome, accountId })}
        />
      ) : null}
      {outcome.kind === 'OBLIGATION' ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField
            label="Satisfied"
            choices={PATTERNS}
            value={outcome.pattern}
            onChange={(event) => onOutcome({ ...outcome, pattern: event.target.value as LinePattern })}
          />
          {outcome.pattern === 'OVER_PERIOD' ? (
            <SelectField
              label="Spread"
              empty="According to the policy"
              choices={METHODS}
              value={outcome.method ?? ''}
              onChange={(event) =>
                onOutcome({
                  ...outcome,
                  method: (event.target.value || undefined) as ScheduleMethod | undefined,
                })
              }
            />
          ) : null}
          <SelectField
            label="Nature"
            choices={NATURES}
            value={outcome.nature ?? 'SERVICE'}
            onChange={(event) => onOutcome({ ...outcome, nature: event.target.value as 'GOODS' | 'SERVICE' })}
          />
          <TextField
            label="Product in the price list"
            hint="Its standalone price is used; if left empty, the price on the line."
            value={outcome.productCode ?? ''}
            onChange={(event) => onOutcome({ ...outcome, productCode: event.target.value || undefined })}
          />
          <ComboField
            label="Revenue account"
            choices={accounts.choices}
            value={outcome.revenueAccountId ?? ''}
            onValue={(id) => onOutcome({ ...outcome, revenueAccountId: id || undefined })}
          />
        </div>
      ) : null}
    </fieldset>
  );
}
