/**
 * The message for a browser or authenticator that did not do what it was asked; null for errors that are shown elsewhere: those of
 * our own server, beside the form.
 */
export function authenticatorProblem(error: unknown): string | null {
  if (!(error instanceof Error) || error.name === 'TRPCClientError') return null;
  if (error.name === 'InvalidStateError') return 'This device already has one of your passkeys.';
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    return 'It was canceled, or took too long. Try again.';
  if (error.name === 'SecurityError')
    return 'Passkeys need this site’s own name and https (or localhost). Ask the person who runs this server.';
  return 'This browser could not use a passkey.';
}
