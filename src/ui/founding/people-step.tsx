'use client';

import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ROLES, type Role } from '@/core/permissions';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button, IconButton } from '@/ui/kit/button';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { Panel } from '@/ui/kit/layout/panel';
import { StepDesk } from './step-desk';
import type { StepProps } from './step-words';

type Person = { readonly name: string; readonly email: string; readonly role: Role };
type Link = RouterOutputs['founding']['people']['links'][number];

/** Invites everyone at once; the links are shown here, once. */
export function PeopleStep({ step, onNext }: StepProps) {
  const make = trpc.founding.people.useMutation();
  const [people, setPeople] = useState<readonly Person[]>([{ name: '', email: '', role: 'controller' }]);
  const [isMailed, setMailed] = useState(true);
  const [links, setLinks] = useState<readonly Link[]>([]);
  const set = (index: number, change: Partial<Person>) =>
    setPeople(people.map((one, at) => (at === index ? { ...one, ...change } : one)));
  const answers = {
    people: people.map(({ name, email, role }) => ({
      name: name.trim(),
      email: email.trim(),
      roles: [role],
    })),
    sendMail: isMailed,
  };
  return (
    <>
      {links.length === 0 ? null : <Links links={links} />}
      <StepDesk
        step={step}
        answersKey={JSON.stringify(answers)}
        run={async ($call) => {
          const made = await make.mutateAsync({ ...answers, $call });
          if ($call.dryRun !== true) setLinks(made.links);
          return made;
        }}
        onNext={onNext}
      >
        {(issue) => (
          <>
            {' '}
            <ul className="flex flex-col gap-2.5">
              {people.map((person, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a person is typed here and has no other name
                <li key={index} className="grid items-start gap-2.5 sm:grid-cols-[1fr_1fr_12rem_auto]">
                  <TextField
                    label="Name"
                    required
                    error={issue(`people.${index}.name`)}
                    value={person.name}
                    onChange={({ target }) => set(index, { name: target.value })}
                  />
                  <TextField
                    label="Email"
                    type="email"
                    required
                    error={issue(`people.${index}.email`)}
                    value={person.email}
                    onChange={({ target }) => set(index, { email: target.value })}
                  />
                  <SelectField
                    label="Role"
                    choices={ROLES.map((value) => ({ value, label: statusWords(value) }))}
                    value={person.role}
                    onChange={({ target }) => set(index, { role: target.value as Role })}
                  />
                  <IconButton
                    className="sm:mt-5"
                    label={`Remove ${person.name === '' ? `person ${index + 1}` : person.name}`}
                    onPress={() => setPeople(people.filter((_, at) => at !== index))}
                  >
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ul>
            <div className="flex flex-wrap items-center gap-4">
              <Button onPress={() => setPeople([...people, { name: '', email: '', role: 'accountant' }])}>
                <Plus aria-hidden="true" />
                Add a person
              </Button>
              <Checkbox
                label="Send the links by email; they are also shown here to copy"
                checked={isMailed}
                onChange={() => setMailed(!isMailed)}
              />
            </div>
          </>
        )}
      </StepDesk>
    </>
  );
}

function Links({ links }: { readonly links: readonly Link[] }) {
  return (
    <Panel title="Links to hand over">
      <p className="mb-3 text-ink-soft">
        They are not stored and will not be shown again. Each works once, for a week, and only for its
        address.
      </p>
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr]">
        {links.map(({ email, link }) => (
          <div key={email} className="contents">
            <dt className="text-ink-mute">{email}</dt>
            <dd className="break-all font-mono text-small">{link}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
