// Writes docs/conformance.md from the titles of the tests: npx tsx scripts/conformance.ts
import fs from 'node:fs';
import { conformanceOf, proofsIn } from './lib/conformance';

fs.writeFileSync('docs/conformance.md', conformanceOf(proofsIn('.')));
console.log('Wrote docs/conformance.md.');
