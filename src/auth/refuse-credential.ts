import { refuse } from '@/core/refusals';

/** Refuses UNAUTHENTICATED. `reason` is a word for the log and the tests; the sentence never tells which part was wrong. */
export function refuseCredential(reason: string): never {
  refuse('UNAUTHENTICATED', 'A valid credential is needed.', { reason });
}

/** Refuses FORBIDDEN: the caller is known, but no member of the organization. */
export function refuseNonMember(): never {
  refuse('FORBIDDEN', 'You are not a member of this organization.', {
    permission: 'org.organization.read',
    reason: 'NOT_A_MEMBER',
  });
}
