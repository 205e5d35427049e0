import { z } from 'zod';
import { refuse } from '@/core/refusals';
import type { Context } from '../kit/define';

export const credentialName = z.string().trim().min(1).max(200);

/** When the credential expires; null or absent: it is valid until it is revoked. */
export const expiry = z.iso.datetime({ offset: true }).nullish();

/** The time of expiry, which must be in the future. Refuses INVALID_INPUT. */
export function futureMoment({ clock }: Context, text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null;
  const moment = new Date(text);
  if (moment.getTime() <= clock.now().getTime()) {
    const message = 'must be in the future';
    refuse('INVALID_INPUT', `expiresAt: ${message}`, { issues: [{ path: ['expiresAt'], message }] });
  }
  return moment;
}

/** A credential as lists and the audit log show it, without anything that would help to guess the secret. */
export function withoutSecret<Row extends { readonly secretHash: string }>({
  secretHash: _secret,
  ...rest
}: Row): Omit<Row, 'secretHash'> {
  return rest;
}
