'use client';

import { Columns3 } from 'lucide-react';
import { parseAsArrayOf, parseAsString, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { Button } from '../button';
import { ActionMenu } from '../menus/action-menu';
import type { Column } from './table-look';

const hidden = parseAsArrayOf(parseAsString).withDefault([]);

/** What the menu needs to know of a column. */
type Named = Pick<Column<never>, 'id' | 'header' | 'narrow'>;

/** A column without words at its head, and the one that says which record a row is, are always shown. */
const isOffered = ({ header, narrow }: Named, index: number): boolean =>
  typeof header === 'string' && header !== '' && index > 0 && narrow !== 'title';

/** The columns that are shown; those that are left out are in the address, so that a link and a saved view keep them. */
export function useShownColumns<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  const [hide] = useQueryState('hide', hidden);
  return useMemo(
    () => columns.filter((column, index) => !(isOffered(column, index) && hide.includes(column.id))),
    [columns, hide],
  );
}

/** The menu in which the columns of a list are shown or left out. */
export function ColumnsMenu({ columns }: { readonly columns: readonly Named[] }) {
  const [hide, setHide] = useQueryState('hide', hidden);
  const offered = columns.filter(isOffered);
  const left = offered.filter(({ id }) => hide.includes(id)).length;
  return (
    <ActionMenu
      label="Columns"
      trigger={
        <Button aria-label={left === 0 ? 'Columns' : `Columns: ${left} left out`}>
          <Columns3 aria-hidden="true" />
          {left === 0 ? 'Columns' : `Columns (${offered.length - left} of ${offered.length})`}
        </Button>
      }
      entries={[
        ...offered.map(({ id, header }) => ({
          id,
          label: String(header),
          note: hide.includes(id) ? 'left out' : 'shown',
          onAction: () =>
            void setHide(hide.includes(id) ? hide.filter((other) => other !== id) : [...hide, id]),
        })),
        {
          id: 'every-column',
          label: 'Show all columns',
          isDisabled: left === 0,
          onAction: () => void setHide(null),
        },
      ]}
    />
  );
}
