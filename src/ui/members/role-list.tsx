'use client';

import { Check } from 'lucide-react';
import { type Permission, ROLE_PERMISSIONS, ROLES } from '@/core/permissions';
import { ROLE_PURPOSES } from '@/core/roles';
import { trpc } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { EditableList } from '@/ui/records/editable-list';
import type { RowAct } from '@/ui/records/row-acts';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { PERMISSION_AREAS, verbWords } from './permission-words';
import { RoleDialog } from './role-dialog';
import type { OwnRole } from './role-names';

/** The organization's own roles, and a table of what every role may do. */
export function RoleList() {
  const books = useBooks();
  const query = trpc.roles.list.useQuery({});
  const remove = trpc.roles.remove.useMutation({
    onSuccess: ({ name }) => notifyDone(`${name} is deleted.`),
    onError: (error) => notifyProblem(sentenceOf(error)),
  });
  const mayWrite = books.may('org.member.write');
  const columns: Column<OwnRole>[] = [
    { id: 'name', header: 'Role', cell: (row) => <span className="font-medium">{row.name}</span> },
    { id: 'for', header: 'What it is for', cell: (row) => row.description ?? '' },
    { id: 'permissions', header: 'Permissions', align: 'end', cell: (row) => row.permissions.length },
  ];
  const acts = (row: OwnRole, open: () => void): RowAct[] => [
    { words: 'Change', label: `Change ${row.name}`, onPress: open },
    { words: 'Delete', label: `Delete ${row.name}`, onPress: () => remove.mutate({ id: row.id }) },
  ];
  return (
    <>
      <section aria-label="Your own roles" className="flex flex-col gap-2">
        <h2 className="font-semibold text-lead">Your own roles</h2>
        <EditableList
          label="Your own roles"
          query={query}
          columns={columns}
          emptyTitle="No roles of your own"
          emptyWords="Make one from the list of permissions when the built-in roles do not fit."
          newLabel={mayWrite ? 'New role' : undefined}
          newDialog={(close) => <RoleDialog onClose={close} />}
          acts={mayWrite ? acts : undefined}
          rowDialog={(role, close) => <RoleDialog role={role} onClose={close} />}
        />
      </section>
      <section aria-label="What each role may do" className="flex flex-col gap-2">
        <h2 className="font-semibold text-lead">What each role may do</h2>
        <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[7rem_1fr]">
          {ROLES.map((role) => (
            <div key={role} className="contents">
              <dt className="font-medium">{statusWords(role)}</dt>
              <dd className="text-ink-mute">{ROLE_PURPOSES[role]}</dd>
            </div>
          ))}
        </dl>
        {/* One column for each role: on a phone, where rows become cards, the checks would lose their heads. */}
        <p className="text-ink-mute md:hidden">
          Permission by permission on a wider screen; for one person under Members, Permissions.
        </p>
        <div className="max-md:hidden">
          <RoleTable own={query.data ?? []} />
        </div>
      </section>
    </>
  );
}

type Line = { readonly id: Permission; readonly area: string | null; readonly verb: string };

const LINES: readonly Line[] = PERMISSION_AREAS.flatMap(({ words, permissions }) =>
  permissions.map((permission, index) => ({
    id: permission,
    area: index === 0 ? words : null,
    verb: verbWords(permission),
  })),
);

/** One row for each permission, one column for each role. */
function RoleTable({ own }: { readonly own: readonly OwnRole[] }) {
  const all = [
    ...ROLES.map((role) => ({
      id: role as string,
      name: statusWords(role),
      held: new Set<string>(ROLE_PERMISSIONS[role]),
    })),
    ...own.map(({ id, name, permissions }) => ({ id, name, held: new Set(permissions) })),
  ];
  const columns: Column<Line>[] = [
    { id: 'area', header: 'Area', className: 'whitespace-nowrap font-medium', cell: (line) => line.area },
    { id: 'verb', header: 'May', className: 'whitespace-nowrap', cell: (line) => line.verb },
    ...all.map(
      ({ id, name, held }): Column<Line> => ({
        id,
        header: name,
        cell: (line) =>
          held.has(line.id) ? (
            <>
              <Check aria-hidden="true" className="size-4 text-positive" />
              <span className="sr-only">yes</span>
            </>
          ) : (
            <span className="sr-only">no</span>
          ),
      }),
    ),
  ];
  return (
    <DataTable
      label="What each role may do"
      columns={columns}
      rows={LINES}
      rowId={(line) => line.id}
      empty={null}
    />
  );
}
