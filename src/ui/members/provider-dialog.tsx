'use client';

import { useState } from 'react';
import { ROLES } from '@/core/permissions';
import { ROLE_PURPOSES } from '@/core/roles';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { fieldIssuesOf, refusalOf, sentenceOf } from '@/ui/shell/refusal';
import { knownRoles, type SignInProvider } from './role-names';

/** An OpenID provider: its name, its address, and the role of people who were not invited. */
export function ProviderDialog({
  provider,
  onClose,
}: {
  readonly provider?: SignInProvider;
  readonly onClose: () => void;
}) {
  const create = trpc.providers.create.useMutation();
  const update = trpc.providers.update.useMutation();
  const saving = provider === undefined ? create : update;
  const [text, setText] = useState({
    name: provider?.name ?? '',
    issuer: provider?.issuer ?? '',
    clientId: provider?.clientId ?? '',
    clientSecret: '',
  });
  const [joining, setJoining] = useState<readonly string[]>(provider?.joiningRoles ?? []);
  const problem = (field: string) =>
    fieldIssuesOf(saving.error).find((issue) => issue.field === field)?.message;
  const isUnplaced = saving.error !== null && !Object.keys(text).some((field) => problem(field));
  const field = (name: keyof typeof text) => ({
    error: problem(name),
    value: text[name],
    onChange: (event: { target: { value: string } }) => setText({ ...text, [name]: event.target.value }),
  });
  const save = () => {
    const { name, issuer, clientId, clientSecret } = text;
    const joiningRoles = knownRoles(joining);
    const onSuccess = () => {
      notifyDone('Saved.');
      onClose();
    };
    if (provider === undefined)
      create.mutate({ name, issuer, clientId, clientSecret, joiningRoles }, { onSuccess });
    else {
      update.mutate(
        {
          id: provider.id,
          name,
          clientId,
          joiningRoles,
          ...(clientSecret === '' ? {} : { clientSecret }),
          $call: { expectedVersion: provider.version },
        },
        { onSuccess },
      );
    }
  };
  return (
    <Dialog
      title={provider === undefined ? 'Add a provider' : `Provider ${provider.name}`}
      isOpen
      onClose={onClose}
      isDismissable={false}
    >
      <form
        noValidate
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {isUnplaced ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(saving.error)}
            {refusalOf(saving.error)?.code === 'STALE_VERSION' ? ' Cancel and open it again.' : null}
          </Notice>
        ) : null}
        <TextField
          label="Name"
          hint="What the button on the sign-in page says."
          required
          {...field('name')}
        />
        <TextField
          label="Issuer"
          hint={
            provider === undefined
              ? 'For example https://company.okta.com. It must serve /.well-known/openid-configuration.'
              : 'The issuer cannot be changed. To use a different issuer, add another provider.'
          }
          required
          disabled={provider !== undefined}
          {...field('issuer')}
        />
        <div className="grid gap-3.5 sm:grid-cols-2">
          <TextField label="Client ID" required autoComplete="off" {...field('clientId')} />
          <TextField
            label="Client secret"
            type="password"
            autoComplete="off"
            required={provider === undefined}
            hint={provider === undefined ? undefined : 'Leave empty to keep the current one.'}
            {...field('clientSecret')}
          />
        </div>
        <fieldset className="min-w-0">
          <legend className="font-medium text-ink-soft text-small">Uninvited people become</legend>
          <p className="mb-1.5 text-ink-mute text-small">
            Nothing chosen: only members and invited people can sign in, by the address that the provider has
            verified.
          </p>
          <div className="divide-y divide-line rounded-card border border-line">
            {ROLES.map((role) => (
              <div key={role} className="flex items-start gap-x-3 px-3 py-1.5 max-sm:flex-col">
                <Checkbox
                  label={statusWords(role)}
                  className="w-40 shrink-0"
                  checked={joining.includes(role)}
                  onChange={() =>
                    setJoining(
                      joining.includes(role) ? joining.filter((other) => other !== role) : [...joining, role],
                    )
                  }
                />
                <span className="text-ink-mute text-small">{ROLE_PURPOSES[role]}</span>
              </div>
            ))}
          </div>
        </fieldset>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isPending={saving.isPending}>
            Save provider
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
