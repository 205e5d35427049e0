import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The person the provider reports as signed in, and how it may misbehave. */
export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  /** When the provider asked the person who they are, in seconds. */
  readonly auth_time?: number | string;
}

export interface OpenIdProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The person to be signed in at the next authorization. */
  person: Person;
  /** Claims that replace the correct ones in the next id token. */
  lie: { readonly nonce?: string; readonly aud?: string; readonly iss?: string };
  stop(): Promise<void>;
}

interface Grant {
  readonly nonce: string | null;
  readonly challenge: string | null;
  readonly redirectUri: string;
}

/** A small OpenID Connect provider (authorization code with PKCE) that immediately signs in the given person. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', use: 'sig', alg: 'RS256' };
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      response.writeHead(500).end(error.message);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: OpenIdProvider = {
    issuer,
    clientId: 'daybook',
    clientSecret: 'a secret of the provider',
    person: { sub: 'nobody', email: 'nobody@example.test', email_verified: true },
    lie: {},
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        json(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
        });
        return;
      case '/jwks':
        json(200, { keys: [jwk] });
        return;
      case '/authorize': {
        const asked = url.searchParams;
        if (asked.get('client_id') !== provider.clientId || asked.get('response_type') !== 'code') {
          json(400, { error: 'invalid_request' });
          return;
        }
        const code = randomUUID();
        const redirectUri = asked.get('redirect_uri') ?? '';
        const challenge = asked.get('code_challenge_method') === 'S256' ? asked.get('code_challenge') : null;
        grants.set(code, { nonce: asked.get('nonce'), challenge, redirectUri });
        const back = new URL(redirectUri);
        back.searchParams.set('code', code);
        back.searchParams.set('state', asked.get('state') ?? '');
        response.writeHead(302, { location: back.toString() }).end();
        return;
      }
      case '/token':
        await token(request, json);
        return;
      default:
        json(404, { error: 'not_found' });
    }
  }

  async function token(
    request: IncomingMessage,
    json: (status: number, body: unknown) => void,
  ): Promise<void> {
    let text = '';
    for await (const piece of request) text += String(piece);
    const form = new URLSearchParams(text);
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const basic = Buffer.from(
      (request.headers.authorization ?? '').replace(/^Basic /, ''),
      'base64',
    ).toString();
    const secret = decodeURIComponent((basic.split(':')[1] ?? '').replaceAll('+', ' '));
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      grant !== undefined &&
      grant.challenge === proof &&
      grant.redirectUri === form.get('redirect_uri') &&
      secret === provider.clientSecret;
    if (!isGood) {
      json(400, { error: 'invalid_grant' });
      return;
    }
    const { lie, person } = provider;
    const idToken = await new SignJWT({ ...person, nonce: lie.nonce ?? grant.nonce ?? undefined })
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .setIssuer(lie.iss ?? issuer)
      .setAudience(lie.aud ?? provider.clientId)
      .setSubject(person.sub)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    json(200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken });
  }

  return provider;
}
