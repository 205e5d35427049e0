import { createHash } from 'node:crypto';

/**
 * The software bill of materials of a release, CycloneDX 1.6: every package of the lock file that a server can install, with its
 * version, license and digest. The same lock file gives the same bytes, so that two builds can be compared.
 * @param {{name: string, version: string, license: string}} manifest package.json
 * @param {{packages: Record<string, {version?: string, license?: string, integrity?: string, dev?: boolean, link?: boolean}>}} lock package-lock.json
 * @returns {object}
 */
export function billOfMaterials(manifest, lock) {
  const found = new Map();
  for (const [place, entry] of Object.entries(lock.packages)) {
    const name = place.split('node_modules/').at(-1);
    if (name === '' || entry.dev === true || entry.link === true) continue;
    const component = componentOf(name, entry);
    const known = found.get(component['bom-ref']);
    if (known?.hashes === undefined) found.set(component['bom-ref'], component);
  }
  const components = [...found.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([manifest.version, components]))}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purlOf(manifest.name, manifest.version),
        name: manifest.name,
        version: manifest.version,
        licenses: [{ expression: manifest.license }],
      },
    },
    components,
  };
}

function componentOf(name, { version, license, integrity }) {
  const purl = purlOf(name, version);
  return {
    type: 'library',
    'bom-ref': purl,
    ...(name.startsWith('@') ? { group: name.split('/')[0] } : {}),
    name: name.split('/').at(-1),
    version,
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
    purl,
    ...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
  };
}

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** An identifier, an expression of several, or otherwise the package's own wording as a name. */
function licenseOf(license) {
  if (/ (AND|OR|WITH) /.test(license)) return { expression: license };
  return { license: /^[\w.+-]+$/.test(license) ? { id: license } : { name: license } };
}

function hashOf(integrity) {
  const [algorithm, digest] = integrity.split('-', 2);
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(digest, 'base64').toString('hex'),
  };
}

/** A UUID of version 8 made from the content. */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${'89ab'[Number.parseInt(hex[16], 16) % 4]}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
