'use client';

import { type ReactNode, useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { formatMonth } from '@/ui/kit/figures/date-format';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { fieldIssuesOf, sentenceOf } from '@/ui/shell/refusal';
import { booksPath } from '@/ui/shell/session-path';
import { enter } from '@/ui/signin/enter';
import { Linked } from '@/ui/signin/linked';
import { NewPasswordField } from '@/ui/signin/new-password-field';

type Named = { readonly code: string; readonly name: string };

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: String(index + 1),
  label: formatMonth(`2000-${String(index + 1).padStart(2, '0')}`).replace(' 2000', ''),
}));

const EMPTY = { name: '', email: '', password: '', company: '', country: '', currency: '', month: '1' };
type Typed = typeof EMPTY;

/** The server's names of the fields whose names differ here. */
const FIELD_OF: Readonly<Record<string, keyof Typed>> = {
  email: 'email',
  password: 'password',
  countryCode: 'country',
  baseCurrency: 'currency',
  fiscalYearStartMonth: 'month',
};

/** The first owner and the least their company needs. Afterward they are signed in and the books are open. */
export function WelcomeForm({
  countries,
  currencies,
}: {
  readonly countries: readonly Named[];
  readonly currencies: readonly Named[];
}) {
  const { client } = trpc.useUtils();
  const found = trpc.welcome.found.useMutation();
  const [typed, setTyped] = useState(EMPTY);
  const field = (name: keyof Typed) => ({
    name,
    required: true,
    error: fieldIssuesOf(found.error).find((issue) => FIELD_OF[issue.field] === name)?.message,
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  const submit = (secret: string) =>
    found.mutate(
      {
        secret,
        password: typed.password,
        person: { name: typed.name.trim(), email: typed.email.trim() },
        organization: {
          name: typed.company.trim(),
          baseCurrency: typed.currency,
          countryCode: typed.country,
          fiscalYearStartMonth: Number(typed.month),
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      },
      {
        onSuccess: ({ slug }) =>
          void enter(typed.email.trim(), typed.password, booksPath(slug)).then((isIn) => {
            if (!isIn) window.location.replace('/login');
          }),
      },
    );
  return (
    <Linked
      look={(secret) => client.welcome.look.mutate({ secret })}
      isUsed={found.isSuccess}
      whenUseless="Start Daybook again for a new one, or sign in if you already have an account."
    >
      {(secret) => (
        <form
          method="post"
          className="flex flex-col gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            submit(secret);
          }}
        >
          {found.error && fieldIssuesOf(found.error).every((issue) => !FIELD_OF[issue.field]) ? (
            <Notice tone="danger" role="alert">
              {sentenceOf(found.error)}
            </Notice>
          ) : null}
          <Part title="You, the first owner">
            <TextField label="Your name" autoComplete="name" {...field('name')} />
            <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
            <NewPasswordField
              value={typed.password}
              error={field('password').error}
              onChange={(password) => setTyped({ ...typed, password })}
            />
          </Part>
          <Part title="Your company">
            <TextField label="Company name" autoComplete="organization" {...field('company')} />
            <SelectField
              label="Country"
              empty="Choose a country"
              choices={countries.map(({ code, name }) => ({ value: code, label: name }))}
              {...field('country')}
            />
            <div className="grid gap-3.5 sm:grid-cols-2">
              <SelectField
                label="Base currency"
                hint="The currency of the books. It cannot change later."
                empty="Choose a currency"
                choices={currencies.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
                {...field('currency')}
              />
              <SelectField
                label="Fiscal year starts in"
                hint="Three years of periods are made."
                choices={MONTHS}
                {...field('month')}
              />
            </div>
          </Part>
          <Button type="submit" tone="primary" className="h-9" isPending={found.isPending || found.isSuccess}>
            Create the books
          </Button>
        </form>
      )}
    </Linked>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-3.5">
      <legend className="mb-3 font-semibold text-lead">{title}</legend>
      {children}
    </fieldset>
  );
}
