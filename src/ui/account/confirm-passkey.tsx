'use client';

import { startAuthentication } from '@simplewebauthn/browser';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { notifyProblem } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { authenticatorProblem } from './authenticator-problem';

/** For someone who signed in by password alone where two factors are required: one of their passkeys is the second. */
export function ConfirmPasskey() {
  const own = trpc.session.passkeys.useQuery();
  const begin = trpc.session.beginConfirmation.useMutation();
  const confirm = trpc.session.confirmWithPasskey.useMutation();
  const [isAsking, setAsking] = useState(false);
  if (own.data === undefined || own.data.length === 0) return null;
  const prove = async () => {
    setAsking(true);
    try {
      const response = await startAuthentication({ optionsJSON: await begin.mutateAsync() });
      await confirm.mutateAsync({ response });
      window.location.assign('/books');
    } catch (error) {
      notifyProblem(authenticatorProblem(error) ?? sentenceOf(error));
      setAsking(false);
    }
  };
  return (
    <Button tone="primary" className="mt-2 w-fit" isPending={isAsking} onPress={() => void prove()}>
      Confirm with a passkey
    </Button>
  );
}
