import { expect, test } from 'vitest';
import { blankLine } from '@/ui/kit/grid/grid-state';
import { dimensionObstacle, requirementsOf } from './required-dimensions';

const choices = {
  account: [
    { id: 'travel', code: '6100', label: 'Travel' },
    { id: 'bank', code: '1110', label: 'Bank' },
    { id: 'works', code: '5200', label: 'Site costs' },
  ],
  department: [{ id: 'd', code: 'ENG', label: 'Engineering' }],
  class: [{ id: 'c', code: 'EU', label: 'Europe' }],
  location: [],
  project: [],
};
const requirements = requirementsOf([
  { id: 'travel', requires: ['class', 'department'] },
  { id: 'bank', requires: [] },
  { id: 'works', requires: ['project'] },
]);
const obstacle = (...cells: (Record<string, string> | null)[]) =>
  dimensionObstacle(
    cells.map((one, at) => (one === null ? null : blankLine(String(at), one))),
    choices,
    requirements,
  );

test('a line on an account that requires dimensions says which of them it lacks, by its number in the form', () => {
  const travel = { account: '6100 Travel' };
  expect(obstacle({ account: '1110 Bank' }, null, travel)).toBe(
    'Line 3: account 6100 Travel requires a department and class.',
  );
  expect(obstacle({ ...travel, department: 'ENG Engineering' })).toBe(
    'Line 1: account 6100 Travel requires a class.',
  );
  expect(obstacle({ ...travel, department: 'ENG Engineering', class: 'EU Europe' })).toBeNull();
});

test('a required dimension without any value to choose is reported, since no entry in the form can satisfy it', () => {
  expect(obstacle({ account: '5200' })).toBe(
    'Line 1: account 5200 Site costs requires a project. There is no project to choose yet.',
  );
});

test('lines without an account, and accounts that require nothing, are not an obstacle', () => {
  expect(obstacle({ description: 'Later' }, { account: '1110 Bank' }, { account: 'unknown' })).toBeNull();
});
