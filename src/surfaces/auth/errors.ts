import type { Refusal } from '@/core/refusals';
import { json } from '../kit/answer';
import type { ErrorBook } from '../kit/surface';
import { UNSUPPORTED_GRANT } from './fields';

/** RFC 6749 section 5.2: `error` from its closed list, `error_description` for people. */
const oauth = (status: number, error: string) => (refusal: Refusal) =>
  json(status, { error, error_description: refusal.message });

const invalid = oauth(400, 'invalid_request');
const conflict = oauth(409, 'invalid_request');

/** The token endpoint's answers to refusals. Those about records cannot occur here but are answered all the same. */
export const authErrors: ErrorBook = {
  INVALID_INPUT: (refusal) => {
    const unknownGrant = refusal.data.issues.some(
      ({ path, message }) => path[0] === 'grant_type' && message === UNSUPPORTED_GRANT,
    );
    return oauth(400, unknownGrant ? 'unsupported_grant_type' : 'invalid_request')(refusal);
  },
  BAD_BODY: invalid,
  BODY_TOO_LARGE: oauth(413, 'invalid_request'),
  METHOD_NOT_ALLOWED: oauth(405, 'invalid_request'),
  ROUTE_NOT_FOUND: oauth(404, 'invalid_request'),
  UNAUTHENTICATED: (refusal) =>
    refusal.data.reason === 'unknown API client'
      ? json(
          401,
          { error: 'invalid_client', error_description: 'The API client or its secret is unknown.' },
          { 'www-authenticate': 'Basic realm="Daybook"' },
        )
      : json(400, { error: 'invalid_grant', error_description: 'These credentials are not valid.' }),
  MISSING_ORGANIZATION: invalid,
  FORBIDDEN: oauth(400, 'invalid_grant'),
  RATE_LIMITED: (refusal) =>
    json(
      429,
      { error: 'temporarily_unavailable', error_description: refusal.message },
      { 'retry-after': String(refusal.data.retryAfterSeconds) },
    ),
  NOT_FOUND: oauth(404, 'invalid_request'),
  STALE_VERSION: oauth(412, 'invalid_request'),
  IDEMPOTENCY_MISMATCH: oauth(422, 'invalid_request'),
  IDEMPOTENCY_RUNNING: conflict,
  DUPLICATE: conflict,
  IN_USE: conflict,
  REFERENCE_NOT_FOUND: invalid,
  PARENT_NOT_FOUND: invalid,
  SELF_PARENT: invalid,
  CYCLE: invalid,
  HAS_CHILDREN: conflict,
  ALREADY_CONVERTED: conflict,
  INVALID_STATUS_TRANSITION: invalid,
  ALREADY_POSTED: conflict,
  INCOMPLETE_DOCUMENT: invalid,
  NOT_BALANCED: invalid,
  ACCOUNT_UNRESOLVED: invalid,
  ACCOUNT_NOT_POSTABLE: invalid,
  RATE_MISSING: invalid,
  RATE_JUMP: invalid,
  PERIOD_NOT_OPEN: invalid,
  REVERSAL_BEFORE_POSTING: invalid,
  CODES_MISSING: conflict,
  CHECKS_FAILED: invalid,
  REVENUE_RULE: invalid,
};
