import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { PASSWORD_MAXIMUM, PASSWORD_MINIMUM } from './password';

/** Judged up to here: what comes after can only make a password harder to guess, and judging takes the square of the length. */
const JUDGED_CHARACTERS = 64;

/** 10^10 guesses and more (the estimator's highest score): with argon2id's 20 ms a guess, six years of one processor. */
const ENOUGH = 4;

/** The product's own names, the first words that anyone tries here. */
const OURS = ['daybook', 'demo', 'ledger', 'accounting'];

/** A name with a year or a digit or two after it is not a password. */
const FEWEST_OTHERS = 5;

/** Words of the person and the company that are too short to matter are left out: `of`, `de`, `ag`. */
const SHORTEST_WORD = 3;

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded with the first password that is chosen: 50,000 common passwords and words, keyboard rows and their neighbors. */
function loadedEstimator(): Promise<ZxcvbnFactory> {
  estimator ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }]) =>
      new Factory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED_CHARACTERS }),
  );
  return estimator;
}

/**
 * Why a password may not be chosen, as one sentence; null when it may. `about`: the person's name and email address and
 * the company's name. A password is refused for its length, for being common or made of what is common (words, names,
 * dates, rows of keys, repetitions, also in leetspeak), and for being made of `about`. No kind of character is required
 * and none is refused (NIST SP 800-63B-4, section 3.1.1.2).
 */
export async function passwordObjection(password: string, about: readonly string[]): Promise<string | null> {
  const length = [...password].length;
  if (length < PASSWORD_MINIMUM) return `Use at least ${PASSWORD_MINIMUM} characters.`;
  if (password.length > PASSWORD_MAXIMUM) return `Use at most ${PASSWORD_MAXIMUM} characters.`;
  const words = wordsOf(about);
  if (isMadeOf(password, words)) return NAMES;
  const { score, feedback, sequence } = (await loadedEstimator()).check(password, words);
  if (score >= ENOUGH) return null;
  if (sequence.some((match) => 'dictionaryName' in match && match.dictionaryName === 'userInputs'))
    return NAMES;
  return SENTENCES[feedback.warning ?? ''] ?? 'This password is easy to guess. Use a few unrelated words.';
}

/** The words of names and addresses, each alone and all as they are: an address also without what follows the @. */
function wordsOf(about: readonly string[]): string[] {
  const whole = about.flatMap((text) => [text, text.split('@')[0] ?? '', squeezed(text)]);
  const parts = about.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u));
  return [...new Set([...OURS, ...whole, ...parts].map((word) => word.toLowerCase()))].filter(
    (word) => [...word].length >= SHORTEST_WORD,
  );
}

/** Whether it contains little more than these words, whatever separates them; the estimator takes separators for chance. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const longestFirst = [...words].sort((one, other) => other.length - one.length).map(squeezed);
  const rest = longestFirst.reduce(
    (left, word) => (word === '' ? left : left.replaceAll(word, '')),
    squeezed(password),
  );
  return rest.length < FEWEST_OTHERS && squeezed(password) !== rest;
}

const squeezed = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const NAMES =
  'This password is made of your name, your email address or your company’s name. Use unrelated words.';
const COMMON = 'This is one of the most common passwords, or nearly. Use a few unrelated words.';
const REPEATED = 'This password repeats itself. Use a few unrelated words.';
const IN_ORDER =
  'This password follows the alphabet, the numbers or the keyboard. Use a few unrelated words.';

/** The estimator's reasons, in our words. */
const SENTENCES: Readonly<Record<string, string>> = {
  common: COMMON,
  similarToCommon: COMMON,
  topTen: COMMON,
  topHundred: COMMON,
  pwned: COMMON,
  simpleRepeat: REPEATED,
  extendedRepeat: REPEATED,
  sequences: IN_ORDER,
  straightRow: IN_ORDER,
  keyPattern: IN_ORDER,
  dates: 'Dates are easy to guess. Use a few unrelated words.',
  recentYears: 'Years are easy to guess. Use a few unrelated words.',
};
