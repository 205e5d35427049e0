'use client';

import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';

/** The answer of any authenticator registered with this site, as text for next-auth; null when there was none. */
export function usePasskeyAnswer(): () => Promise<string | null> {
  const begin = trpc.session.beginPasskeySignIn.useMutation();
  return async () => {
    // Needed only for signing in, so it is not loaded with the page.
    const [{ startAuthentication }, optionsJSON] = await Promise.all([
      import('@simplewebauthn/browser'),
      begin.mutateAsync(),
    ]);
    return JSON.stringify(await startAuthentication({ optionsJSON }));
  };
}

/** Signs in without address and password. */
export function PasskeyButton({
  isBusy,
  onPress,
}: {
  readonly isBusy: boolean;
  readonly onPress: () => void;
}) {
  return (
    <Button className="h-9" isPending={isBusy} onPress={onPress}>
      Sign in with a passkey
    </Button>
  );
}
