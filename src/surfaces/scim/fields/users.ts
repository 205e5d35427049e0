import SCIMMY from 'scimmy';
import type { ShownPerson } from '@/usecases/provisioning/person-verbs';
import { locationOf, refuseScim, understood, versionOf } from './messages';

/** What is stored of a user; whatever else a directory sends is accepted and ignored (RFC 7644, section 3.3). */
export const KEPT_OF_USER = ['userName', 'externalId', 'name', 'displayName', 'emails', 'active'] as const;

type Body = Readonly<Record<string, unknown>>;
const { User } = SCIMMY.Schemas;

/** The fields of a user that are read here, as the library gives them. */
interface UserFields {
  readonly userName: string;
  readonly externalId?: string;
  readonly name?: { readonly formatted?: string; readonly givenName?: string; readonly familyName?: string };
  readonly displayName?: string;
  readonly emails?: readonly { readonly value?: string; readonly primary?: boolean }[];
  readonly active?: boolean;
}

/** A user's state, as the verbs take it. */
export interface ReportedUser {
  readonly userName: string;
  readonly externalId: string | null;
  readonly email: string;
  readonly displayName: string | null;
  readonly givenName: string | null;
  readonly familyName: string | null;
  readonly isActive: boolean;
}

/** A user from the body of a POST or PUT. Without `active`, a new person is active and a known one is unchanged. */
export function userFrom(body: Body, present: ShownPerson | null): ReportedUser {
  return reportedBy(
    understood(() => new User(keptOf(body), 'in')),
    present,
  );
}

/** The fields stored of a body, in any capitalization; spellings in which directories differ are normalized. */
function keptOf(body: Body): Body {
  const sent = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
  const kept: Record<string, unknown> = {};
  for (const name of KEPT_OF_USER) {
    const value = sent.get(name.toLowerCase());
    if (value !== undefined && value !== null) kept[name] = mended(name, value);
  }
  return { schemas: schemasOf(sent.get('schemas'), User.id), ...kept };
}

/** The schemas of a body: further ones, such as the enterprise extension, are accepted and ignored. */
export const schemasOf = (sent: unknown, id: string): unknown =>
  Array.isArray(sent) && sent.includes(id) ? [id] : sent;

/** Booleans that were sent as text, and the parts of addresses that are stored. */
export function mended(name: (typeof KEPT_OF_USER)[number], value: unknown): unknown {
  if (name === 'active') return booleanFrom(value);
  if (name !== 'emails') return value;
  const list = Array.isArray(value) ? value : [value];
  return list.map((email: unknown) => {
    if (typeof email !== 'object' || email === null) return { value: email };
    const { value: address, primary } = email as Body;
    return { value: address, ...(primary === undefined ? {} : { primary: booleanFrom(primary) }) };
  });
}

/** Entra ID sends "True" and "False" in some of its modes. */
function booleanFrom(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

/** A person's state from a user of the library. */
export function reportedBy(user: unknown, present: ShownPerson | null): ReportedUser {
  const { userName, externalId, name, displayName, emails, active } = user as UserFields;
  return {
    userName,
    externalId: textOrNull(externalId),
    email: addressOf(userName, emails ?? [], present),
    displayName: textOrNull(displayName) ?? textOrNull(name?.formatted),
    givenName: textOrNull(name?.givenName),
    familyName: textOrNull(name?.familyName),
    isActive: active ?? present?.isActive ?? true,
  };
}

const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text.trim() === '' ? null : text.trim();

/** The primary address, otherwise the first, otherwise the user name if it is one. Refuses invalidValue where none is given or known. */
function addressOf(
  userName: string,
  emails: NonNullable<UserFields['emails']>,
  present: ShownPerson | null,
): string {
  const reported = (emails.find(({ primary }) => primary === true) ?? emails[0])?.value?.trim();
  const found = reported || present?.email || (userName.includes('@') ? userName.trim() : '');
  if (found === '')
    refuseScim(400, 'invalidValue', 'A user needs an address: emails, or a userName that is one.');
  return found.toLowerCase();
}

/** A person as a User resource, with the attributes asked for. */
export function userOf(person: ShownPerson, attributes?: SCIMMY.Types.Filter): unknown {
  return new User(plainUserOf(person), 'out', locationOf('Users'), attributes);
}

/** A person with all attributes of a User resource. */
export function plainUserOf(person: ShownPerson) {
  const { id, externalId, userName, displayName, givenName, familyName, email, isActive } = person;
  return {
    id,
    ...(externalId === null ? {} : { externalId }),
    userName,
    name: {
      ...(displayName === null ? {} : { formatted: displayName }),
      ...(givenName === null ? {} : { givenName }),
      ...(familyName === null ? {} : { familyName }),
    },
    ...(displayName === null ? {} : { displayName }),
    active: isActive,
    emails: [{ value: email, type: 'work', primary: true }],
    groups: person.groups.map(({ groupId, displayName: display }) => ({
      value: groupId,
      display,
      $ref: locationOf('Groups', groupId),
      type: 'direct',
    })),
    meta: { created: person.createdAt, lastModified: person.updatedAt, version: versionOf(person) },
  };
}
