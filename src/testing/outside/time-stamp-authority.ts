import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_signedData,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  id_ct_tstInfo,
  PKIStatus,
  PKIStatusInfo,
  TimeStampReq,
  TimeStampResp,
  type TimeStampToken,
  TSTInfo,
  TSTInfoVersion,
} from '@peculiar/asn1-tsp';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_kp_timeStamping,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const ECDSA_SHA256 = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' });
const YEAR_MS = 365 * 86_400_000;

const bytesOf = (buffer: Uint8Array): ArrayBuffer => new Uint8Array(buffer).buffer;
const nameOf = (commonName: string) =>
  new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new AttributeValue({ utf8String: commonName }) }),
    ]),
  ]);

interface Party {
  readonly name: string;
  readonly key: KeyObject;
  readonly certificate: Certificate;
}

/** A party whose certificate another one signs; itself when there is none. */
function certified(name: string, serial: number, issuer: Party | null, extensions: Extension[]): Party {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const content = new TBSCertificate({
    version: Version.v3,
    serialNumber: bytesOf(Uint8Array.of(serial)),
    signature: ECDSA_SHA256,
    issuer: nameOf(issuer?.name ?? name),
    subject: nameOf(name),
    validity: new Validity({
      notBefore: new Date(Date.now() - YEAR_MS),
      notAfter: new Date(Date.now() + YEAR_MS),
    }),
    subjectPublicKeyInfo: AsnConvert.parse(
      publicKey.export({ format: 'der', type: 'spki' }),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions(extensions),
  });
  const signature = sign('sha256', new Uint8Array(AsnConvert.serialize(content)), issuer?.key ?? privateKey);
  return {
    name,
    key: privateKey,
    certificate: new Certificate({
      tbsCertificate: content,
      signatureAlgorithm: ECDSA_SHA256,
      signatureValue: bytesOf(signature),
    }),
  };
}

const purpose = (id: string) =>
  new Extension({
    extnID: id_ce_extKeyUsage,
    critical: true,
    extnValue: new OctetString(AsnConvert.serialize(new ExtendedKeyUsage([id]))),
  });
const isAuthority = new Extension({
  extnID: id_ce_basicConstraints,
  critical: true,
  extnValue: new OctetString(AsnConvert.serialize(new BasicConstraints({ cA: true }))),
});

const pemOf = ({ certificate }: Party) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(AsnConvert.serialize(certificate)).toString('base64')}\n-----END CERTIFICATE-----\n`;

const attribute = (attrType: string, value: ArrayBuffer) => new Attribute({ attrType, attrValues: [value] });
/** The DER encoding of an object identifier's value, as an attribute holds it. */
const TSTINFO_OID = Uint8Array.from([
  0x06, 11, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01, 0x04,
]);

function tokenFor(asked: TimeStampReq, signer: Party, root: Party, at: Date): TimeStampToken {
  const info = new TSTInfo({
    version: TSTInfoVersion.v1,
    policy: '1.2.3.4',
    messageImprint: asked.messageImprint,
    serialNumber: bytesOf(Uint8Array.of(7)),
    genTime: at,
    ...(asked.nonce === undefined ? {} : { nonce: asked.nonce }),
  });
  const content = AsnConvert.serialize(info);
  const digest = createHash('sha256').update(new Uint8Array(content)).digest();
  const attributes = [
    attribute('1.2.840.113549.1.9.3', bytesOf(TSTINFO_OID)),
    attribute('1.2.840.113549.1.9.4', AsnConvert.serialize(new OctetString(digest))),
  ];
  const encoded = attributes.map((one) => Buffer.from(AsnConvert.serialize(one))).sort(Buffer.compare);
  const set = Buffer.concat(encoded);
  const signature = sign('sha256', Buffer.concat([Buffer.from([0x31, set.length]), set]), signer.key);
  const algorithm = new AlgorithmIdentifier({ algorithm: SHA256 });
  const signed = new SignedData({
    version: CMSVersion.v3,
    digestAlgorithms: new DigestAlgorithmIdentifiers([algorithm]),
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: id_ct_tstInfo,
      eContent: new EncapsulatedContent({ single: new OctetString(content) }),
    }),
    certificates: new CertificateSet(
      [signer, root].map(({ certificate }) => new CertificateChoices({ certificate })),
    ),
    signerInfos: new SignerInfos([
      new SignerInfo({
        version: CMSVersion.v1,
        sid: new SignerIdentifier({
          issuerAndSerialNumber: new IssuerAndSerialNumber({
            issuer: signer.certificate.tbsCertificate.issuer,
            serialNumber: signer.certificate.tbsCertificate.serialNumber,
          }),
        }),
        digestAlgorithm: algorithm,
        signedAttrs: attributes,
        signatureAlgorithm: ECDSA_SHA256,
        signature: new OctetString(signature),
      }),
    ]),
  });
  return new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signed) });
}

export interface TestAuthority {
  readonly url: string;
  /** The root certificate that vouches for its stamps. */
  readonly pem: string;
  close(): void;
}

/**
 * A small RFC 3161 time-stamping authority on a port of this machine, with a root of its own. `answers` lets it misbehave:
 * `refuses` the request, stamps with a certificate for `another purpose`, or answers an `old request`.
 */
export async function startAuthority(
  answers: 'honestly' | 'refuses' | 'another purpose' | 'old request' = 'honestly',
): Promise<TestAuthority> {
  const root = certified('Test Root', 1, null, [isAuthority]);
  const signer = certified('Test Stamps', 2, root, [
    purpose(answers === 'another purpose' ? '1.3.6.1.5.5.7.3.1' : id_kp_timeStamping),
  ]);
  const replyTo = (body: Buffer): TimeStampResp => {
    if (answers === 'refuses') {
      return new TimeStampResp({ status: new PKIStatusInfo({ status: PKIStatus.rejection }) });
    }
    const asked = AsnConvert.parse(body, TimeStampReq);
    if (answers === 'old request') asked.nonce = bytesOf(Uint8Array.of(1));
    return new TimeStampResp({
      status: new PKIStatusInfo({ status: PKIStatus.granted }),
      timeStampToken: tokenFor(asked, signer, root, new Date()),
    });
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.setHeader('content-type', 'application/timestamp-reply');
      response.end(Buffer.from(AsnConvert.serialize(replyTo(Buffer.concat(parts)))));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, pem: pemOf(root), close: () => server.close() };
}
