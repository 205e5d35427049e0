'use client';

import { Dialog } from '../dialogs/dialog';
import { Checkbox } from '../input/checkbox';
import { setSingleKeys, useSingleKeys } from '../preference-store';
import { Key } from './key';

export type KeyGroup = {
  readonly title: string;
  readonly keys: readonly { readonly keys: readonly string[]; readonly does: string }[];
};

/** Every shortcut, and the switch for single-key shortcuts. */
export function KeyboardHelp({
  isOpen,
  onClose,
  groups,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly groups: readonly KeyGroup[];
}) {
  const on = useSingleKeys();
  return (
    <Dialog title="Keyboard" isOpen={isOpen} onClose={onClose} className="max-w-2xl">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className="mb-1.5 font-medium text-ink-mute text-small">{group.title}</h3>
            <dl className="flex flex-col gap-1.5">
              {group.keys.map((entry) => (
                <div key={entry.does} className="flex items-center justify-between gap-4">
                  <dt>{entry.does}</dt>
                  <dd className="flex gap-1">
                    {entry.keys.map((key) => (
                      <Key key={key}>{key}</Key>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        className="mt-6"
        label="Single-key shortcuts"
        checked={on}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
    </Dialog>
  );
}
