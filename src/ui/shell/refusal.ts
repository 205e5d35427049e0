import type { Issue, Refusal } from '@/core/refusals';

type Answered = { message: string; data?: { refusal?: Refusal | null; requestId?: string | null } | null };

/** The refusal returned by a procedure, or null for an unexpected error. */
export function refusalOf(error: unknown): Refusal | null {
  return (error as Answered | null)?.data?.refusal ?? null;
}

const SESSION_ENDED = 'Your session has ended. Sign in again in another tab, then try once more.';

/** Whether an answer says that the reader is not signed in anymore. */
export const isSignedOut = (error: unknown): boolean => refusalOf(error)?.code === 'UNAUTHENTICATED';

/** The sentence to show; an unexpected error includes the reference in the server's log. */
export function sentenceOf(error: unknown): string {
  const answered = error as Answered | null;
  const refusal = refusalOf(error);
  // A screen has no other credential than its session.
  if (refusal?.code === 'UNAUTHENTICATED') return SESSION_ENDED;
  if (refusal !== null) return refusal.message;
  if (answered?.data === undefined || answered.data === null) {
    return 'The server could not be reached. Check the connection and try again.';
  }
  return answered.data.requestId
    ? `${answered.message} Reference ${answered.data.requestId}.`
    : answered.message;
}

/** Errors by field, for forms. */
export function issuesOf(error: unknown): readonly Issue[] {
  const refusal = refusalOf(error);
  return refusal?.code === 'INVALID_INPUT' ? refusal.data.issues : [];
}

/** The same for the form of one record, where a duplicate code or an invalid parent is also a field error. */
export function fieldIssuesOf(
  error: unknown,
): readonly { readonly field: string; readonly message: string }[] {
  const refusal = refusalOf(error);
  switch (refusal?.code) {
    case 'DUPLICATE':
    case 'REFERENCE_NOT_FOUND':
      return [{ field: refusal.data.field, message: refusal.message }];
    case 'PARENT_NOT_FOUND':
    case 'SELF_PARENT':
    case 'CYCLE':
      return [{ field: 'parentId', message: refusal.message }];
    default:
      return issuesOf(error).flatMap(({ path, message }) => {
        const field = path.at(-1);
        return field === undefined ? [] : [{ field, message }];
      });
  }
}
