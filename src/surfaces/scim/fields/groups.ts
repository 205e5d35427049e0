import SCIMMY from 'scimmy';
import { isId } from '@/lib/ids';
import type { ShownGroup } from '@/usecases/provisioning/group-verbs';
import { filterFrom, idsIn } from './filters';
import { locationOf, refuseScim, understood, versionOf } from './messages';
import { attributeOf, type Operation, operationsOf } from './user-patches';
import { schemasOf } from './users';

type Body = Readonly<Record<string, unknown>>;
const { Group } = SCIMMY.Schemas;

/** A group's state, as the verbs take it. */
export interface ReportedGroup {
  readonly displayName: string;
  readonly externalId: string | null;
  readonly memberIds: readonly string[];
}

/** A group from the body of a POST or PUT. A PUT without members does not change them. */
export function groupFrom(body: Body, present: ShownGroup | null): ReportedGroup {
  const sent = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
  const members = sent.get('members');
  const group = understood(
    () =>
      new Group(
        {
          schemas: schemasOf(sent.get('schemas'), Group.id),
          displayName: sent.get('displayname'),
          externalId: sent.get('externalid') ?? undefined,
        },
        'in',
      ),
  ) as unknown as { readonly displayName: string; readonly externalId?: string };
  return {
    displayName: group.displayName,
    externalId: group.externalId || null,
    memberIds: members === undefined || members === null ? idsOf(present) : memberIdsIn(members),
  };
}

const idsOf = (group: ShownGroup | null): string[] => group?.members.map(({ personId }) => personId) ?? [];

/** The IDs of members, as a list, one of them, or a bare ID. Refuses invalidValue for what is not the ID of a user here. */
function memberIdsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((member: unknown) => {
    const id: unknown = typeof member === 'object' && member !== null ? (member as Body).value : member;
    if (typeof id !== 'string' || !isId(id)) {
      return refuseScim(400, 'invalidValue', 'Every member needs the ID of a user as its value.');
    }
    return id.toLowerCase();
  });
}

/**
 * A group after a PATCH. Members are computed as a set, so that a thousand of them cost no more than reading
 * them; the rest is the library's.
 */
export async function patchedGroup(body: Body, present: ShownGroup): Promise<ReportedGroup> {
  const operations = operationsOf(body);
  const members = new Set(idsOf(present));
  for (const operation of operations) {
    if (attributeOf(operation.path) === 'members') applyToMembers(members, operation);
  }
  const others = operations.filter(({ path }) => ['displayname', 'externalid'].includes(attributeOf(path)));
  const { displayName, externalId } = await patchedNames(others, present);
  return { displayName, externalId, memberIds: [...members] };
}

async function patchedNames(operations: readonly Operation[], present: ShownGroup) {
  const group = new Group(plainGroupOf({ ...present, members: [] }), 'out');
  const { id } = SCIMMY.Messages.PatchOp;
  const message = { schemas: [id], Operations: operations };
  const patched =
    operations.length === 0 ? group : await new SCIMMY.Messages.PatchOp(message as never).apply(group);
  const { displayName, externalId } = (patched ?? group) as unknown as {
    readonly displayName?: string;
    readonly externalId?: string;
  };
  return { displayName: displayName ?? '', externalId: externalId || null };
}

function applyToMembers(members: Set<string>, { op, path, value }: Operation): void {
  const filter = /^members\[(.*)\]$/i.exec(path)?.[1];
  if (filter === undefined && path.toLowerCase() !== 'members') {
    refuseScim(400, 'invalidPath', `Members are added and removed, not changed: ${path.slice(0, 100)}`);
  }
  if (op === 'remove') {
    for (const id of removedIds(members, filter, value)) members.delete(id);
    return;
  }
  if (filter !== undefined) {
    refuseScim(400, 'invalidPath', 'Members are added by value, without a filter.');
  }
  if (op === 'replace') members.clear();
  for (const id of memberIdsIn(value ?? [])) members.add(id);
}

function removedIds(members: ReadonlySet<string>, filter: string | undefined, value: unknown): string[] {
  if (filter === undefined) return value === undefined || value === null ? [...members] : memberIdsIn(value);
  const named = idsIn(filter);
  if (named !== null) return named.map((id) => id.toLowerCase());
  const asked = filterFrom(filter);
  return [...members].filter((id) => asked.fits({ value: id, type: 'User' }));
}

/** A group as a Group resource, with the attributes asked for. */
export function groupOf(group: ShownGroup, attributes?: SCIMMY.Types.Filter): unknown {
  return new Group(plainGroupOf(group), 'out', locationOf('Groups'), attributes);
}

/** A group with all attributes of a Group resource. */
export function plainGroupOf(group: ShownGroup) {
  const { id, externalId, displayName, createdAt, updatedAt } = group;
  return {
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName,
    members: group.members.map(({ personId, display }) => ({
      value: personId,
      display,
      $ref: locationOf('Users', personId),
      type: 'User',
    })),
    meta: { created: createdAt, lastModified: updatedAt, version: versionOf(group) },
  };
}
