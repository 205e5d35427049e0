import { expect, test } from 'vitest';
import { authenticatorProblem } from './authenticator-problem';

const named = (name: string) => Object.assign(new Error('x'), { name });

test.each([
  ['what the person canceled', 'NotAllowedError', /canceled/],
  ['a device that is registered', 'InvalidStateError', /already/],
  ['an address without a name of its own', 'SecurityError', /https/],
  ['anything else of the browser', 'UnknownError', /could not/],
])('%s is explained in words', (_, name, words) => {
  expect(authenticatorProblem(named(name))).toMatch(words);
});

test('a refusal of the server is shown where it belongs, not twice', () => {
  expect(authenticatorProblem(named('TRPCClientError'))).toBeNull();
  expect(authenticatorProblem('x')).toBeNull();
});
