import { expect, it } from 'vitest';
import { withOwner } from '@/testing/owner';
import { arrayLiteral } from './bulk';

it('PostgreSQL reads an array literal back as the values it was made from, whatever the texts contain', async () => {
  const texts = [
    '0190a0b0-0000-7000-8000-000000000001',
    '2026-11-05',
    '',
    ' ',
    'Ana Lima',
    'a,b',
    '{x}',
    '"quoted"',
    'back\\slash',
    '\\"',
    'null',
    'NULL',
    'NULLS',
    null,
    '["0190a0b0"]',
    'Ünal',
    'line\nbreak',
  ];
  const read = await withOwner((client) =>
    client.query('select $1::text[] as texts, $2::boolean[] as flags, $3::uuid[] as none', [
      arrayLiteral(texts),
      arrayLiteral([true, false, null]),
      arrayLiteral([]),
    ]),
  );
  expect(read.rows).toEqual([{ texts, flags: [true, false, null], none: [] }]);
});
