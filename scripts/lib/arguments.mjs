import { Failure } from './failure.mjs';

/**
 * Parses `--flag`, `--name value` and `--name=value`. `known` maps each name to 'flag' or 'value'; anything else on the
 * command line is refused, so that a typing error is never mistaken for consent.
 */
export function readArguments(argv, known) {
  const found = {};
  for (let i = 0; i < argv.length; i += 1) {
    const match = /^--([a-z-]+)(?:=(.*))?$/.exec(argv[i]);
    const kind = match && known[match[1]];
    if (!kind) {
      const offered = Object.keys(known).map((name) => `--${name}`);
      throw new Failure(`Unknown argument ${argv[i]}; known here: ${offered.join(', ') || 'none'}.`);
    }
    if (kind === 'flag') found[match[1]] = true;
    else {
      const value = match[2] ?? argv[++i];
      if (value === undefined) throw new Failure(`--${match[1]} needs a value.`);
      found[match[1]] = value;
    }
  }
  return found;
}
