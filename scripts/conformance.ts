// Writes docs/conformance.md from the titles of the tests: npx tsx scripts/conformance.ts
import fs from 'node:fs';
import { conformanceOf, hollowProofs, proofsIn } from './lib/house/conformance';
import { ownFiles } from './lib/house/own-files';

const files = ownFiles(process.cwd(), /\.tsx?$/);
const proofs = proofsIn(files);
const hollow = hollowProofs(proofs, files);
for (const { file, title } of hollow) console.error(`${file}: “${title}” uses nothing that a door reaches.`);
if (hollow.length > 0) process.exit(1);
fs.writeFileSync('docs/conformance.md', conformanceOf(proofs));
console.log('Wrote docs/conformance.md.');
