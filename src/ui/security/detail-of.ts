import { statusWords } from '@/ui/kit/status-pill';

const METHODS: Readonly<Record<string, string>> = {
  password: 'by password',
  provider: 'by single sign-on',
  token: 'for a token, by password',
  client_credentials: 'for a token, by secret',
};

interface Detail {
  readonly method?: unknown;
  readonly reason?: unknown;
  readonly permission?: unknown;
  readonly verb?: unknown;
  readonly noun?: unknown;
  readonly issuer?: unknown;
  readonly before?: unknown;
  readonly after?: unknown;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** One line for the detail of a security event: how, why, or what changed from what to what. */
export function detailOf(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return '';
  const { method, reason, permission, verb, noun, issuer, before, after } = detail as Detail;
  const how = text(method);
  const parts = [
    how === null ? null : (METHODS[how] ?? how),
    text(issuer),
    text(noun),
    permission === undefined ? null : `needs ${text(permission) ?? 'a right'}`,
    noun === undefined ? text(verb) : null,
    text(reason)?.toLowerCase().replaceAll('_', ' ') ?? null,
    before === undefined && after === undefined ? null : changeOf(before, after),
  ];
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

function changeOf(before: unknown, after: unknown): string {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => {
      const [from, to] = [was.get(name), is.get(name)];
      if (from === undefined) return `${wordOf(name)} ${to}`;
      return `${wordOf(name)} ${from} → ${to ?? 'none'}`;
    })
    .join('; ');
}

const wordOf = (name: string) => statusWords(name.replaceAll(/([A-Z])/g, '_$1').toLowerCase()).toLowerCase();

function fieldsOf(side: unknown): Map<string, string> {
  if (typeof side !== 'object' || side === null) return new Map();
  return new Map(
    Object.entries(side).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String).join(', ') || 'all' : String(value),
    ]),
  );
}
