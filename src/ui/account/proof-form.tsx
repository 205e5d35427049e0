'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/kit/button';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { fieldIssuesOf, sentenceOf } from '@/ui/shell/refusal';

/** Asks a person to prove again who they are: by their password, a code of their app, or both. */
export function ProofForm({
  asks,
  isOptional = false,
  label,
  isPending,
  error,
  onSubmit,
  onCancel,
  children,
}: {
  readonly asks: readonly ('password' | 'code')[];
  /** A person without a password leaves it empty. */
  readonly isOptional?: boolean;
  readonly label: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onSubmit: (proof: { password: string; code: string }) => void;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}) {
  const [proof, setProof] = useState({ password: '', code: '' });
  const problem = (field: string) => fieldIssuesOf(error).find((issue) => issue.field === field)?.message;
  return (
    <form
      method="post"
      className="flex max-w-md flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(proof);
      }}
    >
      {error && !problem('password') && !problem('code') ? (
        <Notice tone="danger" role="alert">
          {sentenceOf(error)}
        </Notice>
      ) : null}
      {children}
      {asks.includes('password') ? (
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          required={!isOptional}
          error={problem('password')}
          value={proof.password}
          onChange={(event) => setProof({ ...proof, password: event.target.value })}
        />
      ) : null}
      {asks.includes('code') ? (
        <TextField
          label="Code from your app"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={problem('code')}
          value={proof.code}
          onChange={(event) => setProof({ ...proof, code: event.target.value })}
        />
      ) : null}
      <div className="flex gap-2">
        <Button onPress={onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" isPending={isPending}>
          {label}
        </Button>
      </div>
    </form>
  );
}
