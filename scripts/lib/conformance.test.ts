import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conformanceOf, proofsIn } from './conformance';

describe('docs/conformance.md', () => {
  it('is what the titles of the tests say; run npx tsx scripts/conformance.ts after changing one', () => {
    const proofs = proofsIn('.');
    expect(proofs.length).toBeGreaterThan(40);
    expect(fs.readFileSync('docs/conformance.md', 'utf8')).toBe(conformanceOf(proofs));
  });
});
