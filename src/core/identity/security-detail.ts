const METHODS: Readonly<Record<string, string>> = {
  password: 'by password',
  provider: 'by single sign-on',
  token: 'for a token, by password',
  'password and code': 'by password and code',
  passkey: 'by passkey',
  link: 'by a link',
  'command line': 'from the server’s command line',
  client_credentials: 'for a token, by secret',
};

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What a field of rights is called, and how its value reads; a field that is missing here is reported in the export only. */
const READS: Readonly<Record<string, (value: unknown) => string>> = {
  roles: (value) => listed(value, 'no role'),
  customRoleIds: (value) =>
    Array.isArray(value) && value.length > 0 ? `${value.length} of the organization’s own roles` : '',
  permissions: (value) => listed(value, 'no permission'),
  scopes: (value) => listed(value, 'every scope'),
  subsidiaryIds: (value) => counted(value),
  segregationOfDuties: (value) => `four eyes ${value === 'enforce' ? 'on' : 'off'}`,
  segregationThreshold: (value) => (value === null ? 'from any amount' : `from ${String(value)}`),
  expiresAt: (value) => (value === null ? 'with no end date' : `until ${String(value).slice(0, 10)}`),
  url: String,
};

const listed = (value: unknown, none: string): string =>
  Array.isArray(value) && value.length > 0 ? value.map(String).join(', ') : none;

function counted(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return 'all subsidiaries';
  return value.length === 1 ? '1 subsidiary' : `${value.length} subsidiaries`;
}

/** One line for the detail of a security event: how, why, or how whose rights changed. */
export function detailOf(detail: unknown): string {
  if (!isFields(detail)) return '';
  const { method, reason, permission, verb, noun, issuer, before, after } = detail;
  const how = text(method);
  if (how !== null) return METHODS[how] ?? how;
  if (noun !== undefined) return changeOf(text(noun) ?? '', before, after);
  const why = text(reason)?.toLowerCase().replaceAll('_', ' ');
  if (permission !== undefined) {
    const needed = text(permission);
    return [text(verb), needed === null ? null : `requires ${needed}`, why === 'permission' ? null : why]
      .filter((part) => part !== null && part !== undefined)
      .join(', ');
  }
  return [text(issuer), why].filter((part) => part !== null && part !== undefined).join(', ');
}

/** `Member Rita (rita@example.test): viewer → accountant`. */
function changeOf(noun: string, before: unknown, after: unknown): string {
  const [was, is] = [isFields(before) ? before : {}, isFields(after) ? after : {}];
  const name = text(is.name) ?? text(was.name);
  const email = text(is.email) ?? text(was.email);
  const whose = [noun, name, email === null ? null : `(${email})`].filter((part) => part !== null).join(' ');
  const changes = Object.entries(READS).flatMap(([field, read]) => {
    const [from, to] = [was[field], is[field]];
    if (to === undefined) return [];
    // A field that was not set and says nothing is left out: `expires at null`.
    if (from === undefined) return to === null || read(to) === '' ? [] : [read(to)];
    return [`${read(from) || 'none'} → ${read(to) || 'none'}`];
  });
  const words = `${whose.charAt(0).toUpperCase()}${whose.slice(1)}`;
  return changes.length === 0 ? words : `${words}: ${changes.join('; ')}`;
}
