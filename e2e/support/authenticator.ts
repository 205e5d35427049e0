import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { relyingParty } from '@/auth/sign-in/passkey-ceremony';

// A software authenticator as WebAuthn (W3C, level 2) describes it: enough to register, to sign in and to misbehave.

/** How the authenticator or its browser misbehaves. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly counter?: number;
  /** The owner was present but not verified. */
  readonly isUnverified?: boolean;
  readonly userHandle?: string;
}

interface Asked {
  readonly challenge: string;
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

/** A passkey in software. It counts its uses unless `counts` is false, as synced passkeys do not. */
export class Authenticator {
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly #id = randomBytes(32);
  readonly #counts: boolean;
  #counter = 0;
  #handle = '';

  constructor(counts = true) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#counts = counts;
    // A COSE key (RFC 9052): EC2, ES256, P-256, x, y.
    this.#publicKey = cborMap([
      [cborInteger(1), cborInteger(2)],
      [cborInteger(3), cborInteger(-7)],
      [cborInteger(-1), cborInteger(1)],
      [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ]);
  }

  /** What a browser sends after it has made the passkey. */
  register(asked: Asked & { readonly user: { readonly id: string } }, lies: Lies = {}) {
    this.#handle = asked.user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.#id, this.#publicKey]);
    const authData = this.#authData(ATTESTED, lies, attested);
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', asked, lies),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      },
    };
  }

  /** What a browser sends after the passkey has signed. */
  answer(asked: Asked, lies: Lies = {}) {
    const authData = this.#authData(0, lies);
    const clientDataJSON = clientData('webauthn.get', asked, lies);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', signed, this.#key)),
        userHandle: lies.userHandle ?? this.#handle,
      },
    };
  }

  #named() {
    const id = base64url(this.#id);
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #authData(flags: number, lies: Lies, attested: Buffer = Buffer.alloc(0)): Buffer {
    if (this.#counts) this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? this.#counter);
    const proof = PRESENT | (lies.isUnverified === true ? 0 : VERIFIED);
    return Buffer.concat([
      sha256(lies.rpId ?? relyingParty().id),
      Buffer.from([flags | proof]),
      counter,
      attested,
    ]);
  }
}

function clientData(type: string, { challenge }: Asked, lies: Lies): string {
  const data = {
    type: lies.type ?? type,
    challenge: lies.challenge ?? challenge,
    origin: lies.origin ?? relyingParty().origin,
    crossOrigin: false,
  };
  return base64url(Buffer.from(JSON.stringify(data)));
}

// CBOR (RFC 8949), as much of it as an authenticator needs.

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}
const cborInteger = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value));
const cborBytes = (bytes: Uint8Array) => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
