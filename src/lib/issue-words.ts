import { z } from 'zod';

/** What a value is called that has this type. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  file: 'a file',
};

/** What a text is called that has this format. */
const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'an id (UUID)',
  guid: 'an id (UUID)',
  datetime: 'a date and time such as 2026-09-30T12:00:00Z',
  date: 'a date such as 2026-09-30',
  time: 'a time such as 12:30',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  base64: 'base64',
  base64url: 'base64url',
  jwt: 'a JSON web token',
};

/** What is counted in a value that has a size; nothing for a number. */
const SIZES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

const counted = (count: number | bigint, [one, many]: readonly [string, string]) =>
  `${count.toLocaleString('en-US')} ${Number(count) === 1 ? one : many}`;

const oneOf = (values: readonly unknown[]) =>
  `must be ${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`;

type RawIssue = z.core.$ZodRawIssue;

/**
 * What is wrong with a value that a schema refuses without words of its own, as the end of a sentence that begins with its field:
 * "limit: must be at most 100".
 */
export function issueWords(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return issue.expected === 'never'
        ? 'is not allowed'
        : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_big':
    case 'too_small':
      return boundWords(issue);
    case 'invalid_format':
      return formatWords(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has ${issue.keys.length === 1 ? 'a field that is' : 'fields that are'} not known: ${issue.keys.join(', ')}`;
    case 'invalid_key':
      return 'has a name that is not allowed';
    case 'invalid_element':
      return 'has an item that is not allowed';
    case 'invalid_union':
      // Where a field of the value tells its form, the issue is about that field.
      return Array.isArray(issue.options) && issue.options.length > 0
        ? oneOf(issue.options)
        : 'has none of the forms that are allowed';
    default:
      return 'is not valid';
  }
}

function boundWords(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>): string {
  const { origin, inclusive = true, exact } = issue;
  const isUpper = issue.code === 'too_big';
  const bound = issue.code === 'too_big' ? issue.maximum : issue.minimum;
  const size = SIZES[origin];
  if (size === undefined) {
    const [allowed, beyond] = isUpper ? ['at most', 'below'] : ['at least', 'above'];
    return `must be ${inclusive ? allowed : beyond} ${String(bound)}`;
  }
  if (exact === true) return `must have exactly ${counted(bound, size)}`;
  if (!isUpper && origin === 'string' && Number(bound) === 1) return 'must not be empty';
  return `must have ${isUpper ? 'at most' : 'at least'} ${counted(bound, size)}`;
}

function formatWords(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): string {
  const { format, prefix, suffix, includes } = issue;
  if (format === 'starts_with') return `must start with ${String(prefix)}`;
  if (format === 'ends_with') return `must end with ${String(suffix)}`;
  if (format === 'includes') return `must contain ${String(includes)}`;
  const name = FORMATS[format];
  return name === undefined ? 'does not have the form that is expected' : `must be ${name}`;
}

z.config({ localeError: issueWords });
