'use client';

import { CornerDownLeft, Search } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { matchChoices } from '../input/match-choices';

export type Command = {
  readonly id: string;
  readonly label: string;
  /** Numbers and codes it can also be found by. */
  readonly code?: string;
  readonly note?: string;
  readonly group: string;
  readonly onRun: () => void;
};

/**
 * Go to, create or find, act: the command palette. `commands` are known from the start; `onQuery` lets the caller
 * search for records and add them to `found`.
 */
export function CommandPalette({
  isOpen,
  onClose,
  commands,
  found = [],
  onQuery,
  isSearching = false,
  footer,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly commands: readonly Command[];
  readonly found?: readonly Command[];
  readonly onQuery?: (query: string) => void;
  readonly isSearching?: boolean;
  readonly footer?: ReactNode;
}) {
  const [query, setQuery] = useState('');
  const deferred = useDeferredValue(query);
  const groups = useMemo(
    () => grouped([...matchChoices(commands, deferred, 12), ...found]),
    [commands, deferred, found],
  );

  const input = useRef<HTMLInputElement>(null);
  const hasRun = useRef(false);

  function type(text: string) {
    hasRun.current = false;
    setQuery(text);
    onQuery?.(text);
  }

  function act(command: Command | undefined) {
    if (command === undefined || hasRun.current) return;
    type('');
    hasRun.current = true;
    onClose();
    command.onRun();
  }

  /** Enter pressed before the first row is highlighted selects that row. */
  function submit(text: string) {
    const lit = input.current?.getAttribute('aria-activedescendant');
    if (lit && document.getElementById(lit)) return;
    act(matchChoices(commands, text, 1)[0] ?? found[0]);
  }

  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (open) return;
        type('');
        onClose();
      }}
      isDismissable
      className="fixed inset-0 z-50 flex items-start justify-center bg-veil px-4 pt-[12vh]"
    >
      <Modal className="w-full max-w-xl overflow-hidden rounded-card border border-line bg-raised shadow-overlay">
        <Dialog aria-label="Go to, create or find" className="flex flex-col outline-none">
          <Autocomplete>
            <SearchField
              aria-label="Go to, create or find"
              value={query}
              onChange={type}
              onSubmit={submit}
              autoFocus
              className="flex items-center gap-2.5 border-line border-b px-4"
            >
              <Search aria-hidden="true" className="size-4 text-ink-mute" />
              <Input
                ref={input}
                placeholder="Go to a page, create, or find by number, amount or name"
                className="h-12 flex-1 bg-transparent text-lead outline-none [&::-webkit-search-cancel-button]:hidden"
              />
            </SearchField>
            {/* Focus stays in the input above; keyboard users can reach this with Tab to scroll. */}
            <section
              aria-label="Found"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
              tabIndex={0}
              className="max-h-96 overflow-auto outline-offset-[-2px]"
            >
              <Menu
                aria-label="Results"
                items={groups}
                className="py-1.5 outline-none"
                renderEmptyState={() => (
                  <p className="px-4 py-6 text-center text-ink-mute">
                    {isSearching ? 'Searching' : 'No results'}
                  </p>
                )}
              >
                {(group) => (
                  <MenuSection id={group.title} items={group.commands}>
                    <Header className="px-4 pt-2 pb-1 text-ink-mute text-small">{group.title}</Header>
                    {group.commands.map((command) => (
                      <MenuItem
                        key={command.id}
                        id={command.id}
                        textValue={command.label}
                        onAction={() => act(command)}
                        className="group/item mx-1.5 flex cursor-pointer items-center gap-3 rounded px-2.5 py-1.5 outline-none focus:bg-accent-soft"
                      >
                        <span className="min-w-0 flex-1 truncate">{command.label}</span>
                        {command.note ? (
                          <span className="truncate text-ink-mute text-small">{command.note}</span>
                        ) : null}
                        <CornerDownLeft
                          aria-hidden="true"
                          className="size-3.5 text-ink-mute opacity-0 group-focus/item:opacity-100"
                        />
                      </MenuItem>
                    ))}
                  </MenuSection>
                )}
              </Menu>
            </section>
          </Autocomplete>
          {footer}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function grouped(commands: readonly Command[]): { id: string; title: string; commands: Command[] }[] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const group = groups.get(command.group);
    if (group) group.push(command);
    else groups.set(command.group, [command]);
  }
  return [...groups].map(([title, list]) => ({ id: title, title, commands: list }));
}
