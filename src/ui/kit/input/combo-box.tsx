'use client';

import { ChevronsUpDown } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useContext, useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../class-names';
import { type ComboChoice, type ComboProps, choiceText, isAnswered } from './combo-choice';
import { controlLook } from './field';
import { choiceMeant, matchChoices } from './match-choices';

/** Choices that are shown at once. */
const SHOWN = 60;

/**
 * The full combo box; ComboField loads it on demand. Its list opens when something is typed, with a click or the arrow keys; passing through
 * with Tab opens nothing, since an open list hides the rest of the page from a screen reader. Tab and Enter take the highlighted choice, or without one what the typed text means;
 * text that could mean several takes none, and the field keeps what it had. Where choices still come for what was typed (`more`), they are waited for.
 */
export function ComboBoxField({
  label,
  hint,
  error,
  hideLabel,
  className,
  choices,
  more,
  value,
  onValue,
  required,
  disabled,
  placeholder = '',
  autoFocus = false,
}: ComboProps & {
  /** The field already had focus while this was loading. */
  readonly autoFocus?: boolean;
}) {
  const chosen = choices.find((choice) => choice.id === value);
  const shown = chosen ? choiceText(chosen) : '';
  const [typed, setTyped] = useState<string | null>(null);
  // What was typed when the field was left before the choices for it had come.
  const [left, setLeft] = useState<string | null>(null);
  const words = typed === null || typed === shown ? '' : typed;
  const ask = more?.ask;
  useEffect(() => ask?.(left ?? words), [ask, left, words]);
  const isLeftAnswered = left !== null && isAnswered(more, left);
  useEffect(() => {
    if (!isLeftAnswered || left === null) return;
    const meant = choiceMeant(choices, left);
    setLeft(null);
    if (meant !== null) onValue(meant.id);
  }, [isLeftAnswered, left, choices, onValue]);
  const offered = useMemo(() => matchChoices(choices, words, SHOWN), [choices, words]);
  // What is chosen stays in the list even where it is not shown: otherwise the combo box would not find its text when it puts it back, and
  // would open again.
  const unseen = chosen === undefined || offered.includes(chosen) ? null : chosen;
  const items = useMemo(() => (unseen === null ? offered : [...offered, unseen]), [offered, unseen]);
  function takeMeant(event: KeyboardEvent<HTMLElement>) {
    if ((event.key !== 'Tab' && event.key !== 'Enter') || event.nativeEvent.isComposing) return;
    if (typed === null || typed === shown || !(event.target instanceof HTMLInputElement)) return;
    // The combo box itself takes a choice that is highlighted.
    if (event.target.getAttribute('aria-activedescendant')) return;
    if (!isAnswered(more, typed)) {
      if (event.key === 'Enter') event.preventDefault();
      event.stopPropagation();
      setLeft(typed);
      return;
    }
    const meant = choiceMeant(choices, typed);
    if (meant === null || meant.id === value) return;
    // Otherwise it would put back the choice it had. Tab goes on to the next field; Enter does not also send the form.
    event.stopPropagation();
    if (event.key === 'Enter') event.preventDefault();
    setTyped(null);
    onValue(meant.id);
  }
  return (
    <ComboBox
      className={cx('flex min-w-0 flex-col gap-1', className)}
      items={items}
      disabledKeys={unseen === null ? [] : [unseen.id]}
      inputValue={left ?? typed ?? shown}
      onInputChange={(text) => {
        if (text !== shown && text !== left) setLeft(null);
        setTyped(text);
        if (text === '' && value !== '') onValue('');
      }}
      onOpenChange={(open) => {
        if (!open) setTyped(null);
      }}
      value={value === '' ? null : value}
      onChange={(key) => {
        setTyped(null);
        onValue(key === null ? '' : String(key));
      }}
      onBlur={() => setTyped(null)}
      menuTrigger="input"
      allowsEmptyCollection
      isInvalid={error !== undefined}
      isRequired={required ?? false}
      isDisabled={disabled ?? false}
      validationBehavior="aria"
      autoFocus={autoFocus}
    >
      <Label className={hideLabel ? 'sr-only' : 'font-medium text-ink-soft text-small'}>
        {label}
        {required ? <span aria-hidden="true"> *</span> : null}
      </Label>
      <span className="relative flex" onKeyDownCapture={takeMeant}>
        <OpeningInput className={cx(controlLook, 'pr-8')} placeholder={placeholder} />
        <Button className="absolute inset-y-0 right-0 grid w-8 place-items-center text-ink-mute">
          <ChevronsUpDown className="size-3.5" aria-hidden="true" />
        </Button>
      </span>
      {hint ? <p className="text-ink-mute text-small">{hint}</p> : null}
      <FieldError className="text-danger text-small">{error}</FieldError>
      <Popover className="w-(--trigger-width) min-w-64 overflow-auto rounded-card border border-line bg-raised py-1 shadow-overlay">
        <ListBox<ComboChoice>
          className="max-h-72 overflow-auto outline-none"
          dependencies={[unseen]}
          renderEmptyState={() => null}
        >
          {(choice) => (
            <ListBoxItem
              id={choice.id}
              textValue={choiceText(choice)}
              className={cx(
                'flex cursor-pointer items-baseline gap-2 px-3 py-1.5 outline-none selected:font-medium focus:bg-accent-soft',
                choice === unseen && 'hidden',
              )}
            >
              {choice.code ? (
                <span className="figures w-14 shrink-0 text-ink-mute">{choice.code}</span>
              ) : null}
              <span className="min-w-0 flex-1 truncate">{choice.label}</span>
              {choice.note ? <span className="text-ink-mute text-small">{choice.note}</span> : null}
            </ListBoxItem>
          )}
        </ListBox>
        <Foot
          offered={offered.length}
          isWaiting={!isAnswered(more, words)}
          isPart={more !== undefined && words === ''}
        />
      </Popover>
    </ComboBox>
  );
}

/** What the list says below its choices. */
function Foot({
  offered,
  isWaiting,
  isPart,
}: {
  readonly offered: number;
  readonly isWaiting: boolean;
  readonly isPart: boolean;
}) {
  if (isPart)
    return <p className="border-line border-t px-3 py-2 text-ink-mute text-small">Type to find others</p>;
  if (offered > 0) return null;
  return <p className="px-3 py-2 text-ink-mute">{isWaiting ? 'Searching…' : 'No matches'}</p>;
}

/** The input of the box, which opens its list with a click. */
function OpeningInput(props: ComponentProps<typeof Input>) {
  const state = useContext(ComboBoxStateContext);
  return <Input {...props} onClick={() => state?.open(null, 'manual')} />;
}
