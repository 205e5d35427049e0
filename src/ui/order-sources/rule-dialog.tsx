import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { ASK_WORDS, fieldWords } from '@/core/orders/order-rules';
import {
  ASKED_FIELDS,
  ASKS,
  type Condition,
  type LineOutcome,
  type OrderRule,
} from '@/core/orders/order-source';
import { Button, IconButton } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { OutcomeFields } from './outcome-fields';

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const FIELDS = ASKED_FIELDS.map((field) => ({ value: field, label: capital(fieldWords(field)) }));
const ASK_CHOICES = ASKS.map((ask) => ({ value: ask, label: ASK_WORDS[ask] }));

interface Row extends Condition {
  readonly key: number;
}

/** A rule: its conditions in words, and what a line that meets them becomes. */
export function RuleDialog({
  rule,
  isSaving,
  problem,
  onSave,
  onClose,
}: {
  readonly rule: OrderRule | null;
  readonly isSaving: boolean;
  readonly problem: string | null;
  readonly onSave: (rule: OrderRule) => void;
  readonly onClose: () => void;
}) {
  const form = useId();
  const [name, setName] = useState(rule?.name ?? '');
  const [rows, setRows] = useState<readonly Row[]>(() =>
    (rule?.when ?? [{ field: 'product', ask: 'IS', value: '' } as const]).map((one, key) => ({
      ...one,
      key,
    })),
  );
  const [outcome, setOutcome] = useState<LineOutcome>(
    rule?.outcome ?? { kind: 'OBLIGATION', pattern: 'OVER_PERIOD' },
  );
  const change = (key: number, to: Partial<Condition>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...to } : row)));
  return (
    <Dialog title={rule === null ? 'New rule' : `Edit ${rule.name}`} isOpen onClose={onClose}>
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSave({
            name: name.trim(),
            when: rows.map(({ field, ask, value }) => ({ field, ask, value: value.trim() })),
            outcome,
          });
        }}
      >
        <TextField label="Name" required value={name} onChange={(event) => setName(event.target.value)} />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-medium">When all of these are met</legend>
          {rows.map(({ key, field, ask, value }, at) => (
            <div key={key} className="flex flex-wrap items-end gap-2">
              <SelectField
                label={`Field ${at + 1}`}
                hideLabel
                className="w-36"
                choices={FIELDS}
                value={field}
                onChange={(event) => change(key, { field: event.target.value as Condition['field'] })}
              />
              <SelectField
                label={`Comparison ${at + 1}`}
                hideLabel
                className="w-32"
                choices={ASK_CHOICES}
                value={ask}
                onChange={(event) => change(key, { ask: event.target.value as Condition['ask'] })}
              />
              {ask === 'IS_EMPTY' ? null : (
                <TextField
                  label={`Value ${at + 1}`}
                  hideLabel
                  className="min-w-28 flex-1"
                  placeholder="one; another"
                  required
                  value={value}
                  onChange={(event) => change(key, { value: event.target.value })}
                />
              )}
              <IconButton
                label={`Remove condition ${at + 1}`}
                onPress={() => setRows(rows.filter((row) => row.key !== key))}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </div>
          ))}
          <span>
            <Button
              size="small"
              tone="quiet"
              onPress={() =>
                setRows([
                  ...rows,
                  {
                    field: 'product',
                    ask: 'IS',
                    value: '',
                    key: Math.max(-1, ...rows.map(({ key }) => key)) + 1,
                  },
                ])
              }
            >
              <Plus aria-hidden="true" />
              Add a condition
            </Button>
          </span>
          {rows.length === 0 ? <p className="text-ink-mute">Every line meets this rule.</p> : null}
        </fieldset>
        <OutcomeFields outcome={outcome} onOutcome={setOutcome} />
        {problem === null ? null : (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
      </form>
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button tone="primary" type="submit" form={form} isPending={isSaving}>
          Save rule
        </Button>
      </DialogActions>
    </Dialog>
  );
}
