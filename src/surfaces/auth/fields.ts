import { z } from 'zod';
import { PASSWORD_MAXIMUM } from '@/lib/password';

/** The message for an unknown grant type; the error book answers it with `unsupported_grant_type`. */
export const UNSUPPORTED_GRANT = 'must be password, refresh_token or client_credentials';

const text = (most: number) => z.string().min(1).max(most);

/** The body of POST /auth/token, JSON or form-encoded (decisions.md, "Token issuance"). */
export const tokenRequest = z.discriminatedUnion(
  'grant_type',
  [
    z.object({
      grant_type: z.literal('password'),
      email: text(320),
      password: text(PASSWORD_MAXIMUM),
      organization: text(200).optional().describe('Id or slug; default: the one joined first.'),
    }),
    z.object({ grant_type: z.literal('refresh_token'), refresh_token: text(1_000) }),
    z.object({
      grant_type: z.literal('client_credentials'),
      client_id: text(200).optional().describe('Here, or as HTTP Basic authentication.'),
      client_secret: text(200).optional(),
    }),
  ],
  { error: (issue) => (grantOf(issue.input) === undefined ? 'is required' : UNSUPPORTED_GRANT) },
);

function grantOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'grant_type' in body ? body.grant_type : undefined;
}

export const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds.'),
  organization_id: z.guid(),
});

export const revokeRequest = z.object({
  token: text(4_000).describe('An access or refresh token. The entire session ends.'),
  token_type_hint: z.string().optional(),
});
