'use client';

import { FORM_TERMS, HEADER_TERMS } from '@/core/transactions/header-terms';
import { idsIn } from '@/ui/audit/changes-in-words';
import { useNamesIn } from '@/ui/audit/use-named-timeline';
import type { GridLine } from '@/ui/kit/grid/grid-state';
import { chosenOf, conflictsOf, type Whose } from '@/ui/records/form/conflict';
import { ConflictDialog } from '@/ui/records/form/conflict-dialog';
import type { HeaderValues } from './form-header';

/** One version of a document being entered. */
export type Version = { readonly header: HeaderValues; readonly lines: readonly GridLine[] };

const LABELS: Readonly<Record<string, string>> = {
  transactionTypeId: 'Type',
  subsidiaryId: 'Subsidiary',
  entityType: 'Kind of counterparty',
  entityId: 'Counterparty',
  transactionDate: 'Date',
  currencyCode: 'Currency',
  exchangeRate: 'Exchange rate',
  isAdjustment: 'Adjustment period',
  ...Object.fromEntries(FORM_TERMS.map((name) => [name, HEADER_TERMS[name].label])),
};
const LINE = /^line (\d+)$/;

/** Both versions of a draft that someone else saved in the meantime: header and lines, to choose from one by one. */
export function DocumentConflict({
  number,
  base,
  mine,
  theirs,
  onChosen,
  onClose,
}: {
  readonly number: string;
  readonly base: Version;
  readonly mine: Version;
  readonly theirs: Version;
  readonly onChosen: (chosen: Version) => void;
  readonly onClose: () => void;
}) {
  const [from, own, saved] = [base, mine, theirs].map(textsOf) as [Texts, Texts, Texts];
  const conflicts = conflictsOf(from, own, saved);
  const names = useNamesIn(idsIn(mine.header, theirs.header));
  return (
    <ConflictDialog
      name={number}
      conflicts={conflicts}
      labelOf={(field) => LABELS[field] ?? field.replace(/^l/, 'L')}
      textOf={(field, text) => (LINE.test(field) ? lineWords(text) : (names.get(text) ?? text))}
      onClose={onClose}
      onChosen={(choices: Readonly<Record<string, Whose>>) =>
        onChosen(versionOf(chosenOf(own, conflicts, choices)))
      }
    />
  );
}

type Texts = Readonly<Record<string, string>>;

/** A version as fields and lines, each one text. */
function textsOf({ header, lines }: Version): Texts {
  const { discountPercent: _ofNewOnly, ...fields } = header;
  const filled = lines.filter(({ cells }) => Object.values(cells).some((text) => text.trim() !== ''));
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    ...Object.fromEntries(
      filled.map(({ cells }, index) => [
        `line ${index + 1}`,
        JSON.stringify(
          Object.entries(cells)
            .filter(([, text]) => text !== '')
            .sort(byName),
        ),
      ]),
    ),
  };
}

const byName = ([one]: readonly [string, string], [other]: readonly [string, string]) =>
  one < other ? -1 : 1;

function versionOf(texts: Texts): Version {
  const fields = Object.entries(texts).filter(([name]) => !LINE.test(name));
  const lines = Object.entries(texts).filter(([name, text]) => LINE.test(name) && text !== '');
  const numberOf = (name: string) => Number(LINE.exec(name)?.[1] ?? '0');
  return {
    header: {
      ...(Object.fromEntries(fields) as unknown as HeaderValues),
      discountPercent: '',
      isAdjustment: texts.isAdjustment === 'true',
    },
    lines: lines
      .sort(([one], [other]) => numberOf(one) - numberOf(other))
      .map(([name, text]) => ({
        key: `chosen-${numberOf(name)}`,
        cells: Object.fromEntries(JSON.parse(text) as [string, string][]),
        problems: {},
      })),
  };
}

/** A line in one row: its cells without their names. */
function lineWords(text: string): string {
  const cells = Object.fromEntries(JSON.parse(text) as [string, string][]);
  const order = ['account', 'item', 'description', 'quantity', 'price', 'debit', 'credit', 'tax'];
  const known = order.flatMap((name) =>
    cells[name] ? [`${name === 'credit' ? 'Cr ' : ''}${cells[name]}`] : [],
  );
  const others = Object.entries(cells).flatMap(([name, cell]) => (order.includes(name) ? [] : [cell]));
  return [...known, ...others].join(' · ');
}
