import SCIMMY from 'scimmy';
import type { ShownPerson } from '@/usecases/provisioning/person-verbs';
import { demandSimple } from './filters';
import { understood, withoutSchema } from './messages';
import { KEPT_OF_USER, mended, plainUserOf, type ReportedUser, reportedBy } from './users';

type Body = Readonly<Record<string, unknown>>;

/** One operation of a PATCH with its path in full (RFC 7644, section 3.5.2). */
export interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: unknown;
}

/** More than a directory sends at once. */
const MOST_OPERATIONS = 2_000;

/**
 * The operations of a PATCH, checked as the protocol says. An operation without a path, whose value names several attributes, becomes one for
 * each of them.
 */
export function operationsOf(body: Body): Operation[] {
  const { Operations: sent } = body;
  // Before the library looks at them: it compares each with all before it.
  if (Array.isArray(sent) && sent.length > MOST_OPERATIONS) {
    throw new SCIMMY.Types.Error(400, 'invalidValue', `More than ${MOST_OPERATIONS} operations.`);
  }
  const message = understood(() => new SCIMMY.Messages.PatchOp(body as never));
  return message.Operations.flatMap(({ op, path, value }: { op: string; path?: string; value?: unknown }) => {
    const word = op.toLowerCase();
    if (path !== undefined && path.trim() !== '') {
      demandSimple(path, 'invalidPath');
      return [{ op: word, path: withoutSchema(path.trim()), value }];
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new SCIMMY.Types.Error(
        400,
        'invalidValue',
        'An operation without a path needs an object as its value.',
      );
    }
    return Object.entries(value).map(([name, inner]) => {
      demandSimple(name, 'invalidPath');
      return { op: word, path: withoutSchema(name), value: inner as unknown };
    });
  });
}

/** The attribute a path begins with, in lower case. */
export const attributeOf = (path: string): string =>
  path.startsWith('urn:') ? path.toLowerCase() : (path.split(/[.[]/)[0] ?? '').toLowerCase();

/** A person as a user after a PATCH. What is not stored is accepted and ignored. */
export async function patchedUser(body: Body, present: ShownPerson): Promise<ReportedUser> {
  const operations = operationsOf(body).flatMap(keptOperation);
  if (operations.length === 0) return reportedBy(plainUserOf(present), present);
  const { id } = SCIMMY.Messages.PatchOp;
  const user = new SCIMMY.Schemas.User(plainUserOf(present), 'out');
  const patched = await new SCIMMY.Messages.PatchOp({ schemas: [id], Operations: operations } as never).apply(
    user,
  );
  return reportedBy(patched ?? user, present);
}

function keptOperation(operation: Operation): Operation[] {
  const { op, path, value } = operation;
  const name = KEPT_OF_USER.find((one) => one.toLowerCase() === attributeOf(path));
  if (name === undefined) return [];
  // There is only one address, so an operation on any part of the list applies to it.
  if (name === 'emails') return op === 'remove' ? [] : addressOperation(path, value);
  const isWhole = !/[.[]/.test(path);
  return [{ op, path, ...(value === undefined ? {} : { value: isWhole ? mended(name, value) : value }) }];
}

function addressOperation(path: string, value: unknown): Operation[] {
  const part = /(?:^emails|\])\.(\w+)$/i.exec(path)?.[1]?.toLowerCase();
  if (part !== undefined && part !== 'value') return [];
  const reported = part === 'value' ? [{ value, primary: true }] : mended('emails', value);
  return [{ op: 'replace', path: 'emails', value: reported }];
}
