import { refuse } from '@/core/refusals';

/** Refuses with UNAUTHENTICATED. `reason` is a word for the log and the tests; the sentence never says which part was wrong. */
export function refuseCredential(reason: string): never {
  refuse('UNAUTHENTICATED', 'A valid credential is required.', { reason });
}

/** Refuses with FORBIDDEN: the caller is known but is not a member of the organization. */
export function refuseNonMember(): never {
  refuse('FORBIDDEN', 'You are not a member of this organization.', {
    permission: 'org.organization.read',
    reason: 'NOT_A_MEMBER',
  });
}

/** Refuses with FORBIDDEN: the organization requires a second factor, and the person signed in without one. */
export function refuseWithoutSecondFactor(): never {
  refuse('FORBIDDEN', 'This organization requires two-factor sign-in. Set it up in your account.', {
    permission: 'org.organization.read',
    reason: 'SECOND_FACTOR',
  });
}
