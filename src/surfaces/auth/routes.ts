import { z } from 'zod';
import {
  type IssuedTokens,
  revokeToken,
  tokensForClient,
  tokensForPassword,
  tokensForRefresh,
} from '@/auth/credentials/tokens';
import { refuse } from '@/core/refusals';
import { env } from '@/lib/env';
import { json } from '../kit/answer';
import type { Inbound } from '../kit/inbound';
import { defineRoute } from '../kit/route';
import { revokeRequest, tokenAnswer, tokenRequest, UNSUPPORTED_GRANT } from './fields';
import { basicCredentials, readFormOrJson } from './read-form';

const nothing = z.object({});
const SECTION = 'decisions: Authentication, token issuance';

const token = defineRoute({
  operation: 'auth.token',
  section: SECTION,
  // RFC 6749, section 3.2: parameters that are not recognized are ignored.
  ignoresUnknown: true,
  method: 'POST',
  path: '/auth/token',
  summary: 'Get an access token',
  tag: 'Authentication',
  params: nothing,
  query: nothing,
  body: tokenRequest,
  readBody: readFormOrJson,
  success: { status: 200, schema: tokenAnswer, description: 'A Bearer token for surfaces A, B and C.' },
  example: {
    body: { grant_type: 'password', email: 'ada@meridian.example', password: 'correct horse battery' },
  },
  handle: async ({ body, inbound }) => tokensAnswer(await tokensFor(body, inbound)),
});

const revoke = defineRoute({
  operation: 'auth.revoke',
  section: SECTION,
  // RFC 6749, section 3.2: parameters that are not recognized are ignored.
  ignoresUnknown: true,
  method: 'POST',
  path: '/auth/revoke',
  summary: 'End the session of a token',
  tag: 'Authentication',
  params: nothing,
  query: nothing,
  body: revokeRequest,
  readBody: readFormOrJson,
  success: {
    status: 200,
    schema: nothing,
    description: 'Also for an unknown or expired token (RFC 7009).',
  },
  example: { body: { token: 'eyJhbGciOiJIUzI1NiJ9.e30.signature' } },
  async handle({ body, inbound }) {
    await revokeToken(body.token, originOf(inbound));
    return json(200, {});
  },
});

export const authRoutes = [token, revoke];

const originOf = (inbound: Inbound) => ({
  address: inbound.address,
  userAgent: inbound.header('user-agent'),
});

async function tokensFor(body: z.output<typeof tokenRequest>, inbound: Inbound): Promise<IssuedTokens> {
  const origin = originOf(inbound);
  switch (body.grant_type) {
    case 'password':
      if (env().DAYBOOK_PASSWORD_GRANT === '0') refusePasswordGrant();
      return tokensForPassword(body, origin);
    case 'refresh_token':
      return tokensForRefresh(body.refresh_token, origin);
    case 'client_credentials': {
      const basic = basicCredentials(inbound.header('authorization'));
      const id = basic?.id ?? body.client_id;
      const secret = basic?.secret ?? body.client_secret;
      if (id === undefined || secret === undefined) {
        const message = 'client_id and client_secret are required';
        refuse('INVALID_INPUT', message, { issues: [{ path: ['client_id'], message }] });
      }
      return tokensForClient(id, secret, origin);
    }
  }
}

/** Checked before the password, so that passwords cannot be guessed here. */
function refusePasswordGrant(): never {
  refuse('INVALID_INPUT', 'This server does not issue tokens for passwords. Use an API client.', {
    issues: [{ path: ['grant_type'], message: UNSUPPORTED_GRANT }],
  });
}

function tokensAnswer({ accessToken, refreshToken, expiresIn, organizationId }: IssuedTokens) {
  return json(
    200,
    {
      access_token: accessToken,
      ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
      token_type: 'Bearer',
      expires_in: expiresIn,
      organization_id: organizationId,
    },
    { pragma: 'no-cache' },
  );
}
