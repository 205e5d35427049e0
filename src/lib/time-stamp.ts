import {
  constants,
  createHash,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
  verify,
  X509Certificate,
} from 'node:crypto';
import { ContentInfo, id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  id_ct_tstInfo,
  MessageImprint,
  PKIStatus,
  TimeStampReq,
  TimeStampReqVersion,
  TimeStampResp,
  TSTInfo,
} from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';

/** What a time stamp proves: that the statement existed at that moment, according to that authority. */
export interface TimeStamp {
  readonly at: Date;
  /** The subject of the certificate that signed it. */
  readonly authority: string;
  /** Whether that certificate was issued by one of the authorities given; without any, false. */
  readonly isTrusted: boolean;
}

/** Why a token proves nothing, as one sentence. */
export class TimeStampRefused extends Error {}

const SHA256 = '2.16.840.1.101.3.4.2.1';
const DIGESTS: Readonly<Record<string, string>> = {
  [SHA256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const RSA_PSS = '1.2.840.113549.1.1.10';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
/** The purpose a certificate must name to sign time stamps (RFC 3161, 2.3). */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 256 * 1024;
/** Certificates between the signer's and a trusted one. */
const LONGEST_CHAIN = 6;

const digestOf = (statement: string) => createHash('sha256').update(statement, 'utf8').digest();
const same = (one: Uint8Array, other: Uint8Array) =>
  one.byteLength === other.byteLength && timingSafeEqual(one, other);

/**
 * Has a statement stamped by the RFC 3161 authority at that address, and returns the token in base64. The authority receives
 * the statement's SHA-256 only. Throws TimeStampRefused when it refuses or its answer is not a valid stamp.
 */
export async function requestTimeStamp(url: string, statement: string): Promise<string> {
  const nonce = randomBytes(16);
  // A positive number in the shortest form.
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  const asked = new TimeStampReq({
    version: TimeStampReqVersion.v1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
      hashedMessage: new OctetString(digestOf(statement)),
    }),
    nonce: new Uint8Array(nonce).buffer,
    certReq: true,
  });
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: AsnConvert.serialize(asked),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new TimeStampRefused(`The time-stamping authority answered ${answer.status}.`);
  const bytes = await answer.arrayBuffer();
  if (bytes.byteLength > MOST_BYTES) throw new TimeStampRefused('The answer is too large for a time stamp.');
  const reply = parsed(bytes, TimeStampResp);
  const { status } = reply.status;
  if (
    (status !== PKIStatus.granted && status !== PKIStatus.grantedWithMods) ||
    reply.timeStampToken === undefined
  ) {
    throw new TimeStampRefused(`The time-stamping authority refused with status ${status}.`);
  }
  const token = Buffer.from(AsnConvert.serialize(reply.timeStampToken)).toString('base64');
  const { info } = signed(token, statement);
  if (info.nonce === undefined || !same(new Uint8Array(info.nonce), nonce)) {
    throw new TimeStampRefused('The time stamp answers another request.');
  }
  return token;
}

/**
 * Checks a token against the statement it is over: the digest, the signature, the certificate's purpose and validity at that
 * moment, and, if authorities are given (PEM), who issued it. Throws TimeStampRefused with the reason.
 */
export function readTimeStamp(
  token: string,
  statement: string,
  authorities: readonly string[] = [],
): TimeStamp {
  const { info, certificate, others } = signed(token, statement);
  const trusted = authorities.map((pem) => new X509Certificate(pem));
  return {
    at: info.genTime,
    authority: certificate.subject.replaceAll('\n', ', '),
    isTrusted: leadsTo(certificate, others, trusted),
  };
}

function parsed<T>(bytes: ArrayBuffer | Uint8Array, type: new () => T): T {
  try {
    return AsnConvert.parse(bytes, type);
  } catch {
    throw new TimeStampRefused('The time stamp cannot be read.');
  }
}

interface Signed {
  readonly info: TSTInfo;
  readonly certificate: X509Certificate;
  readonly others: readonly X509Certificate[];
}

function signed(token: string, statement: string): Signed {
  const outer = parsed(Buffer.from(token, 'base64'), ContentInfo);
  if (outer.contentType !== id_signedData) throw new TimeStampRefused('The time stamp is not signed.');
  const data = parsed(outer.content, SignedData);
  const content = data.encapContentInfo.eContent?.single?.buffer;
  const [signer] = data.signerInfos;
  if (data.encapContentInfo.eContentType !== id_ct_tstInfo || content === undefined || signer === undefined) {
    throw new TimeStampRefused('The token is not a time stamp.');
  }
  const info = parsed(content, TSTInfo);
  if (
    info.messageImprint.hashAlgorithm.algorithm !== SHA256 ||
    !same(new Uint8Array(info.messageImprint.hashedMessage.buffer), digestOf(statement))
  ) {
    throw new TimeStampRefused('The time stamp is over something else.');
  }
  const certificates = (data.certificates ?? []).flatMap(({ certificate }) =>
    certificate === undefined ? [] : [new X509Certificate(Buffer.from(AsnConvert.serialize(certificate)))],
  );
  const certificate = certificates.find(
    (one) =>
      one.keyUsage?.includes(TIME_STAMPING) && isSignedBy(signer, new Uint8Array(content), one.publicKey),
  );
  if (certificate === undefined) {
    throw new TimeStampRefused(
      'The time stamp is not signed by a certificate for time stamping that it carries.',
    );
  }
  if (info.genTime < new Date(certificate.validFrom) || info.genTime > new Date(certificate.validTo)) {
    throw new TimeStampRefused('The certificate of the time stamp was not valid at that time.');
  }
  return { info, certificate, others: certificates.filter((one) => one !== certificate) };
}

/** Signed are the attributes, one of which is the digest of the content (RFC 5652, 5.4). */
function isSignedBy(signer: SignerInfo, content: Uint8Array, key: KeyObject): boolean {
  const digest = DIGESTS[signer.digestAlgorithm.algorithm];
  if (digest === undefined || signer.signedAttrs === undefined) return false;
  const attribute = (type: string) =>
    signer.signedAttrs?.find(({ attrType }) => attrType === type)?.attrValues[0];
  const stated = attribute(MESSAGE_DIGEST);
  const type = attribute(CONTENT_TYPE);
  if (stated === undefined || type === undefined) return false;
  const expected = createHash(digest).update(content).digest();
  if (!same(new Uint8Array(AsnConvert.parse(stated, OctetString).buffer), expected)) return false;
  const attributes = setOf(signer.signedAttrs.map((one) => Buffer.from(AsnConvert.serialize(one))));
  const isPss = signer.signatureAlgorithm.algorithm === RSA_PSS;
  const how = isPss
    ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : key;
  const method = key.asymmetricKeyType?.startsWith('ed') === true ? null : digest;
  try {
    return verify(method, attributes, how, new Uint8Array(signer.signature.buffer));
  } catch {
    return false;
  }
}

/** The DER encoding of a SET OF: what is signed, whatever tag and order the attributes are stored under. */
function setOf(members: readonly Buffer[]): Buffer {
  const content = Buffer.concat([...members].sort(Buffer.compare));
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([0x31, length]), content]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  const size = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([0x31, 0x80 | size.length]), size, content]);
}

function leadsTo(
  certificate: X509Certificate,
  between: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
): boolean {
  let now = certificate;
  for (let step = 0; step < LONGEST_CHAIN; step += 1) {
    const isIssuer = (one: X509Certificate) => now.checkIssued(one) && now.verify(one.publicKey);
    if (trusted.some((one) => one.fingerprint256 === now.fingerprint256 || isIssuer(one))) return true;
    const next = between.find((one) => one.ca && one !== now && isIssuer(one));
    if (next === undefined) return false;
    now = next;
  }
  return false;
}
