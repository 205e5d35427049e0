import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REDUCED_VOLUMES } from '../../scripts/lib/run/faults.mjs';
import { FAULT_NAMES, type FaultRule, REDUCED, RULES } from './rules';

const rules: readonly (readonly [string, FaultRule])[] = Object.entries(RULES);

describe('the rules of npm run faults', () => {
  it('are R1 to R17, each in the table of measurements with its full volume', () => {
    const table = fs.readFileSync('docs/measurements.md', 'utf8');
    const names = new Set(rules.map(([, { rule }]) => rule));
    expect([...names].sort()).toEqual(Array.from({ length: 17 }, (_, at) => `R${at + 1}`).sort());
    expect([...names].filter((rule) => !table.includes(`| ${rule} `))).toEqual([]);
  });

  it('are each proved by every run of npm test as well: by existing tests, or by the same program at a small volume', () => {
    for (const [name, { ordinarily }] of rules) {
      if (ordinarily === 'reduced') expect(REDUCED, name).toContain(name);
      else {
        expect(ordinarily.length, name).toBeGreaterThan(0);
        expect(ordinarily.filter((file) => !fs.existsSync(file))).toEqual([]);
      }
    }
    expect(REDUCED.map((name) => RULES[name].rule)).toEqual(['R1', 'R2', 'R12', 'R16']);
  });

  it('include every volume that the small run sets', () => {
    const sources = fs
      .readdirSync('bench', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => fs.readFileSync(`bench/${file}`, 'utf8'))
      .join('\n');
    expect(Object.keys(REDUCED_VOLUMES).filter((name) => !sources.includes(`process.env.${name} `))).toEqual(
      [],
    );
    expect(FAULT_NAMES.length).toBeGreaterThan(20);
  });
});
