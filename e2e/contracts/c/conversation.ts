import { expect } from 'vitest';
import type { z } from 'zod';
import type { Role } from '@/core/permissions';
import { surfaceC } from '@/surfaces/c/surface';
import { documentBody, type TestDocument } from '@/testing/documents';
import { type Door, doorFor, routeOf, type Sent } from '@/testing/door';
import type { TestOrganization } from '@/testing/organization';

export const PATH = '/api/v1/gl/transactions';

/** A transaction as surface C returns it (2.6). */
export interface Shown {
  readonly id: string;
  readonly transactionNumber: string;
  readonly status: string;
  readonly totalAmount: string;
  readonly glTransactionId: string | null;
  readonly lines: readonly Record<string, unknown>[];
  readonly [field: string]: unknown;
}

/** Surface C's answer to a refusal (7.3). */
export interface Refused {
  readonly message: string;
  readonly code: string;
  readonly details: Record<string, unknown>;
}

/** Surface C as one organization's users use it. */
export interface Conversation {
  door(role: Role): Door;
  create(document?: TestDocument, role?: Role): Promise<Shown>;
  approved(document?: TestDocument): Promise<Shown>;
  /** Created, approved and posted on its own date. */
  posted(document?: TestDocument): Promise<Shown>;
  get(id: string): Promise<Shown>;
  act(id: string, verb: string, body?: object, role?: Role): Promise<Sent>;
}

export const shown = (sent: Sent) => sent.json as Shown;

export function converse(organization: TestOrganization): Conversation {
  const doors = new Map<Role, Door>();
  const door = (role: Role) => {
    const open = doors.get(role) ?? doorFor(surfaceC, organization.principals[role]);
    doors.set(role, open);
    return open;
  };
  const act: Conversation['act'] = (
    id,
    verb,
    body = {},
    role = verb === 'approve' ? 'approver' : 'accountant',
  ) => door(role).send('POST', `${PATH}/${id}/${verb}`, { body });
  const conversation: Conversation = {
    door,
    act,
    async create(document = {}, role = 'accountant') {
      const sent = await door(role).send('POST', PATH, { body: documentBody(organization, document) });
      expect(sent.status, sent.text).toBe(201);
      return shown(sent);
    },
    async approved(document = {}) {
      const made = await conversation.create(document);
      const sent = await act(made.id, 'approve');
      expect(sent.status, sent.text).toBe(200);
      return made;
    },
    async posted(document = {}) {
      const made = await conversation.approved(document);
      const sent = await act(made.id, 'post', { postingDate: made.transactionDate });
      expect(sent.status, sent.text).toBe(200);
      return conversation.get(made.id);
    },
    async get(id) {
      return shown(await door('viewer').send('GET', `${PATH}/${id}`));
    },
  };
  return conversation;
}

/** The answer has exactly the fields the operation documents, each of its type. */
export function matches(operation: string, sent: Sent): void {
  const schema = routeOf(surfaceC, operation).success.schema as z.ZodObject;
  expect(schema.strict().parse(sent.json)).toEqual(sent.json);
}

/** The answer is a refusal in the form of 7.3: message, code, details and nothing else. */
export function rejects(sent: Sent, status: number, code: string): Refused {
  const body = sent.json as Refused;
  expect({ status: sent.status, code: body.code }, sent.text).toEqual({ status, code });
  expect(Object.keys(body).sort()).toEqual(['code', 'details', 'message']);
  expect(body.message).toEqual(expect.stringMatching(/\S/));
  expect(body.details).toEqual(expect.any(Object));
  return body;
}
