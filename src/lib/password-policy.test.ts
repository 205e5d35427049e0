import { describe, expect, it } from 'vitest';
import { PASSWORD_MAXIMUM } from './password';
import { passwordObjection } from './password-policy';

const ABOUT = ['Ada de Lovelace', 'ada.lovelace@harbor-analytics.example', 'Harbor Analytics AG'];

describe('a password that is chosen', () => {
  it.each([
    ['eleven chars', 'vK8stmzqwXp'],
    ['eleven characters of two code units each', '𝒶𝓍𝓆𝓏𝓀𝓋𝓂𝓅𝓉𝓇𝓁'],
    ['the longest common one', '123456789012'],
    ['a common word with a year', 'Welcome2026!'],
    ['a season with a year', 'summer2026!!'],
    ['a common one in leetspeak', 'P@ssw0rd2026!'],
    ['a common one twice', 'letmeinletmein'],
    ['a common one with a space', 'password password'],
    ['a row of keys', 'qwertyuiop12'],
    ['the alphabet', 'abcdefghijkl'],
    ['one character', 'aaaaaaaaaaaa'],
    ['a date', '2026-11-22 2026'],
    ['the name', 'ada lovelace'],
    ['the name with a year', 'ada.lovelace2026'],
    ['the name backward', 'ecalevol ada 1'],
    ['the address', 'ada.lovelace@harbor-analytics.example'],
    ['the company', 'HarborAnalytics1'],
    ['the company in capitals', 'HARBOR-ANALYTICS-AG'],
    ['the product', 'daybookdaybook'],
    ["the demo's", 'daybook-demo'],
    ["the demo's in capitals with a digit", 'Daybook-Demo1'],
  ])('%s is refused: %j', async (_what, password) => {
    expect(await passwordObjection(password, ABOUT)).toEqual(expect.any(String));
  });

  it.each([
    ['a few unrelated words', 'correct horse battery staple'],
    ['lowercase letters alone', 'vkqstmzqwxpb'],
    ['digits alone', '829104756318'],
    ['spaces and any alphabet', 'größe 漢字 パスワード'],
    ['emoji', '🦀🎲🪐🧭🪺🫑🧿🪤🪁🧶🪒🪜'],
    ['64 characters and more', 'a long sentence of mine about an otter and nine quiet lanterns, twice'],
    ['someone else’s name', 'grace-hopper-in-an-orchard'],
  ])('%s is accepted: %j', async (_what, password) => {
    expect(await passwordObjection(password, ABOUT)).toBeNull();
  });

  it('the longest accepted one is judged whole, one longer is refused', async () => {
    const long = 'otter lantern quiet '.repeat(20);
    expect(await passwordObjection(long.slice(0, PASSWORD_MAXIMUM), [])).toBeNull();
    expect(await passwordObjection(long.slice(0, PASSWORD_MAXIMUM + 1), [])).toContain(`${PASSWORD_MAXIMUM}`);
  });

  it('short words of a name, and an empty name, forbid nothing', async () => {
    expect(await passwordObjection('of de ag xx quiet lantern', ['of de', 'ag@xx', ''])).toBeNull();
  });

  it('a common one is refused by saying so, and one made of the company by naming it', async () => {
    expect(await passwordObjection('Password1234', ABOUT)).toContain('common');
    expect(await passwordObjection('harboranalytics', ABOUT)).toContain('company');
  });
});
