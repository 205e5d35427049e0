'use client';

import { isRole } from '@/core/permissions';
import { trpc } from '@/surfaces/trpc/react';
import { Drawer } from '@/ui/kit/dialogs/dialog';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { Notice } from '@/ui/kit/notice';
import { useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { PERMISSION_AREAS, verbWords } from './permission-words';
import type { Member } from './role-names';

/** A built-in role as its word; a role of the organization's own is called what it is called. */
const roleWords = (name: string) => (isRole(name) ? statusWords(name) : name);

/** What one person may do, by area, with the roles it comes from and the duties they should not have together. */
export function PermissionsDrawer({
  member,
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const query = trpc.members.permissions.useQuery({ id: member.id });
  const { nameOf } = useSubsidiaries();
  const reach = member.subsidiaryIds.map((id) => nameOf(id) || 'another subsidiary');
  return (
    <Drawer title={`What ${member.name} may do`} isOpen onClose={onClose}>
      <QueryView query={query}>
        {({ permissions, conflicts }) => {
          const from = new Map(permissions.map((granted) => [granted.permission, granted.from]));
          return (
            <div className="flex flex-col gap-4">
              <p className="text-ink-soft">
                In {reach.length === 0 ? 'all subsidiaries' : reach.join(', ')}.
              </p>
              {conflicts.length === 0 ? null : (
                <Notice tone="caution">
                  Alone, {member.name} can do both sides of:
                  <ul className="mt-1 list-disc pl-5">
                    {conflicts.map(({ key, words, isStopped }) => (
                      <li key={key}>
                        {words}
                        {isStopped ? ' (stopped by the segregation of duties)' : ''}
                      </li>
                    ))}
                  </ul>
                </Notice>
              )}
              <dl className="divide-y divide-line">
                {PERMISSION_AREAS.filter((area) => area.permissions.some((one) => from.has(one))).map(
                  ({ area, words, permissions: all }) => (
                    <div key={area} className="grid gap-x-4 py-2 sm:grid-cols-[11rem_1fr]">
                      <dt className="text-ink-mute">{words}</dt>
                      <dd>
                        {all
                          .filter((one) => from.has(one))
                          .map((one) => (
                            <span key={one} className="block">
                              {statusWords(verbWords(one))}
                              <span className="text-ink-mute text-small">
                                {' '}
                                by {(from.get(one) ?? []).map(roleWords).join(', ')}
                              </span>
                            </span>
                          ))}
                      </dd>
                    </div>
                  ),
                )}
              </dl>
            </div>
          );
        }}
      </QueryView>
    </Drawer>
  );
}
