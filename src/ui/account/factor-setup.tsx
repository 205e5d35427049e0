'use client';

import { trpc } from '@/surfaces/trpc/react';
import { ProofForm } from './proof-form';

/** First the password, then the QR code and the first code of the app. */
export function FactorSetup({
  onDone,
  onCancel,
}: {
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}) {
  const begin = trpc.session.beginFactor.useMutation();
  const confirm = trpc.session.confirmFactor.useMutation();
  if (begin.data === undefined) {
    return (
      <ProofForm
        key="password"
        asks={['password']}
        label="Continue"
        isPending={begin.isPending}
        error={begin.error}
        onCancel={onCancel}
        onSubmit={({ password }) => begin.mutate({ password })}
      />
    );
  }
  const { qr, secret } = begin.data;
  return (
    <ProofForm
      key="code"
      asks={['code']}
      label="Turn on"
      isPending={confirm.isPending}
      error={confirm.error}
      onCancel={onCancel}
      onSubmit={({ code }) =>
        confirm.mutate({ code }, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })
      }
    >
      <p className="text-ink-soft">Scan this with your authenticator app, then type the code it shows.</p>
      {/* biome-ignore lint/performance/noImgElement: a picture made a moment ago, which no server can optimize. */}
      <img
        alt="QR code for an authenticator app"
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
        className="size-48 rounded border border-line bg-white"
      />
      <p className="text-ink-mute text-small">
        Or type this key:{' '}
        <code className="break-all font-mono text-ink">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </ProofForm>
  );
}
