import { refuse } from '@/core/refusals';
import { hashPassword, PASSWORD_MAXIMUM, PASSWORD_MINIMUM } from '@/lib/password';

/** The person who chooses a password, and their company if it is known: a password must not be made of these. */
export interface Chooser {
  readonly name: string;
  readonly email: string;
  readonly companies: readonly string[];
}

/**
 * The hash of a password that a person chooses: the only way to one, so that none is stored unjudged. Refuses with
 * INVALID_INPUT naming `field` when the password is too short or too long, or is the chooser's own address or name.
 */
export async function hashChosenPassword(password: string, by: Chooser, field: string): Promise<string> {
  const message = objection(password, by);
  if (message !== null) refuse('INVALID_INPUT', message, { issues: [{ path: [field], message }] });
  return hashPassword(password);
}

function objection(password: string, { name, email, companies }: Chooser): string | null {
  if ([...password].length < PASSWORD_MINIMUM) return `Use at least ${PASSWORD_MINIMUM} characters.`;
  if (password.length > PASSWORD_MAXIMUM) return `Use at most ${PASSWORD_MAXIMUM} characters.`;
  const own = [name, email, ...companies].map((text) => text.toLowerCase());
  return own.includes(password.toLowerCase())
    ? 'This password is your name, your email address or your company’s name. Use unrelated words.'
    : null;
}
