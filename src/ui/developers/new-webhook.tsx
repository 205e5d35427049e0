'use client';

import { useState } from 'react';
import { EVENT_GROUPS, type EventSort, isChosenBy, sampleBody } from '@/core/webhooks/event-sorts';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { issuesOf, sentenceOf } from '@/ui/shell/refusal';
import { ShownSecret } from './shown-secret';

/** Adds an endpoint: its address, and the events it receives, each shown with the body it is sent with. */
export function NewWebhook({ onClose }: { readonly onClose: () => void }) {
  const create = trpc.webhooks.create.useMutation({ onSuccess: () => notifyDone('The webhook is added.') });
  const [url, setUrl] = useState('');
  const [isAll, setAll] = useState(true);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  if (create.data) {
    return (
      <ShownSecret
        title="Copy the signing secret now"
        words="Every delivery is signed with it."
        text={create.data.secret}
        onClose={onClose}
      />
    );
  }
  const urlIssue = issuesOf(create.error).find(({ path }) => path.includes('url'))?.message;
  return (
    <Dialog title="New webhook" isOpen onClose={onClose} isDismissable={false}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ url: url.trim(), eventTypes: isAll ? [] : [...chosen] });
        }}
      >
        {create.error ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(create.error)}
          </Notice>
        ) : null}
        <TextField
          label="Address (https)"
          required
          value={url}
          error={urlIssue}
          onChange={(event) => setUrl(event.target.value)}
        />
        <Checkbox label="All events" checked={isAll} onChange={(event) => setAll(event.target.checked)} />
        {isAll ? null : <EventPicker chosen={chosen} onChosen={setChosen} />}
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            tone="primary"
            isPending={create.isPending}
            isDisabled={url.trim() === '' || (!isAll && chosen.length === 0)}
          >
            Add
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function EventPicker({
  chosen,
  onChosen,
}: {
  readonly chosen: readonly string[];
  readonly onChosen: (chosen: readonly string[]) => void;
}) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<EventSort | null>(null);
  const wanted = search.trim().toLowerCase();
  const fits = (...texts: readonly string[]) => texts.some((text) => text.toLowerCase().includes(wanted));
  const groups = EVENT_GROUPS.map((group) => ({
    ...group,
    sorts: group.sorts.filter(({ type, words }) => fits(type, words, group.words)),
  })).filter((group) => group.sorts.length > 0 || fits(group.pattern, group.words));
  /** All of a noun replaces the single events of it. */
  const toggle = (type: string, isOn: boolean) => {
    const rest = chosen.filter((one) => one !== type && !(type.endsWith('.*') && isChosenBy(type, one)));
    onChosen(isOn ? [...rest, type] : rest);
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Events</legend>
      <TextField label="Find events" value={search} onChange={(event) => setSearch(event.target.value)} />
      <div className="max-h-80 overflow-y-auto rounded border border-line p-3">
        {groups.map(({ pattern, words, sorts }) => (
          <div key={pattern} className="mb-2">
            <Checkbox
              className="font-medium"
              label={`${words} (${pattern})`}
              checked={chosen.includes(pattern)}
              onChange={(event) => toggle(pattern, event.target.checked)}
            />
            {chosen.includes(pattern)
              ? null
              : sorts.map((one) => (
                  <div key={one.type} className="ml-6 flex flex-wrap items-center justify-between gap-x-3">
                    <Checkbox
                      label={one.words}
                      checked={chosen.includes(one.type)}
                      onChange={(event) => toggle(one.type, event.target.checked)}
                    />
                    <Button
                      size="small"
                      tone="quiet"
                      aria-label={`Sample of ${one.type}`}
                      onPress={() => setShown(shown?.type === one.type ? null : one)}
                    >
                      {one.type}
                    </Button>
                    {shown?.type === one.type ? (
                      <pre className="w-full overflow-x-auto rounded border border-line bg-sunken p-3 font-mono text-tiny">
                        {sampleBody(one)}
                      </pre>
                    ) : null}
                  </div>
                ))}
          </div>
        ))}
        {groups.length === 0 ? <p className="text-ink-mute">No events match.</p> : null}
      </div>
      <p className="text-ink-mute text-small">
        {chosen.length === 0 ? 'Choose at least one.' : `Chosen: ${chosen.join(', ')}`}
      </p>
    </fieldset>
  );
}
