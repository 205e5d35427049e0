import { refuse } from '@/core/refusals';
import { isBreached } from '@/lib/breached-passwords';
import { hashPassword } from '@/lib/password';
import { passwordObjection } from '@/lib/password-policy';

/** The person who chooses a password, and their company if it is known: a password must not consist of these. */
export interface Chooser {
  readonly name: string;
  readonly email: string;
  readonly companies: readonly string[];
}

const BREACHED =
  'This password was exposed elsewhere and is in lists that attackers try. Choose another one.';

/**
 * The hash of a password that a person chooses: the only way to obtain one, so that no password is stored unjudged. Refuses with
 * INVALID_INPUT naming `field` when the password is too short, too long, common, known to attackers, or made of the chooser's own names.
 */
export async function hashChosenPassword(password: string, by: Chooser, field: string): Promise<string> {
  const message =
    (await passwordObjection(password, [by.name, by.email, ...by.companies])) ??
    ((await isBreached(password)) ? BREACHED : null);
  if (message !== null) refuse('INVALID_INPUT', message, { issues: [{ path: [field], message }] });
  return hashPassword(password);
}
