'use client';

import type { ReactNode } from 'react';
import { ROLES } from '@/core/permissions';
import { ROLE_PURPOSES } from '@/core/roles';
import { trpc } from '@/surfaces/trpc/react';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { useSubsidiaries } from '@/ui/records/use-names';

/** The rights chosen for a member; no subsidiaries means all of them. */
export type Rights = {
  readonly roles: readonly string[];
  readonly customRoleIds: readonly string[];
  readonly subsidiaryIds: readonly string[];
};

const toggled = (list: readonly string[], item: string) =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item];

/** The roles to choose from, each with what it is for, and the subsidiaries they are confined to. */
export function RightsFields({
  rights,
  rolesOnly = false,
  onChange,
}: {
  readonly rights: Rights;
  /** Subsidiaries are not asked for. */
  readonly rolesOnly?: boolean;
  readonly onChange: (rights: Rights) => void;
}) {
  const own = trpc.roles.list.useQuery({});
  const { rows: subsidiaries } = useSubsidiaries();
  return (
    <>
      <Choices title="Roles" words="Roles add up.">
        {ROLES.map((role) => (
          <Choice
            key={role}
            label={statusWords(role)}
            words={ROLE_PURPOSES[role]}
            isChosen={rights.roles.includes(role)}
            onToggle={() => onChange({ ...rights, roles: toggled(rights.roles, role) })}
          />
        ))}
        {(own.data ?? []).map(({ id, name, description }) => (
          <Choice
            key={id}
            label={name}
            words={description ?? 'Your own role'}
            isChosen={rights.customRoleIds.includes(id)}
            onToggle={() => onChange({ ...rights, customRoleIds: toggled(rights.customRoleIds, id) })}
          />
        ))}
      </Choices>
      {subsidiaries.length > 1 && !rolesOnly ? (
        <Choices title="Subsidiaries" words="If none is chosen, all of them, including future ones.">
          {subsidiaries.map(({ id, name, code }) => (
            <Choice
              key={id}
              label={name}
              words={code}
              isChosen={rights.subsidiaryIds.includes(id)}
              onToggle={() => onChange({ ...rights, subsidiaryIds: toggled(rights.subsidiaryIds, id) })}
            />
          ))}
        </Choices>
      ) : null}
    </>
  );
}

function Choices({
  title,
  words,
  children,
}: {
  readonly title: string;
  readonly words: string;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium text-ink-soft text-small">{title}</legend>
      <p className="mb-1.5 text-ink-mute text-small">{words}</p>
      <div className="max-h-72 divide-y divide-line overflow-y-auto rounded-card border border-line">
        {children}
      </div>
    </fieldset>
  );
}

function Choice({
  label,
  words,
  isChosen,
  onToggle,
}: {
  readonly label: string;
  readonly words: string;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <div className="flex items-start gap-x-3 px-3 py-1.5 max-sm:flex-col">
      <Checkbox label={label} checked={isChosen} onChange={onToggle} className="sm:w-40 sm:shrink-0" />
      <span className="text-ink-mute text-small">{words}</span>
    </div>
  );
}
