'use client';

import { changesInWords } from '@/ui/audit/changes-in-words';
import { useNamesIn } from '@/ui/audit/use-named-timeline';
import { chosenOf, conflictsOf } from '@/ui/records/form/conflict';
import { ConflictDialog } from '@/ui/records/form/conflict-dialog';
import { recordOfTexts, textsOfRecord } from '@/ui/records/form/nested-texts';
import type { ContractDraft } from './contract-draft';

/** Both versions of a contract's draft that someone else saved in the meantime, to choose from field by field. */
export function ContractConflict({
  name,
  base,
  mine,
  theirs,
  onChosen,
  onClose,
}: {
  readonly name: string;
  readonly base: ContractDraft;
  readonly mine: ContractDraft;
  readonly theirs: ContractDraft;
  readonly onChosen: (chosen: ContractDraft) => void;
  readonly onClose: () => void;
}) {
  const own = textsOfRecord(mine);
  const conflicts = conflictsOf(textsOfRecord(base), own, textsOfRecord(theirs));
  const names = useNamesIn([mine, theirs]);
  const words = (field: string, text: string) =>
    changesInWords(null, { [field]: /^[[{]/.test(text) ? JSON.parse(text) : text }, names);
  return (
    <ConflictDialog
      name={name}
      conflicts={conflicts}
      labelOf={(field) => words(field, 'x')[0]?.field ?? field}
      textOf={(field, text) =>
        words(field, text).map((part) => (
          <span key={part.field} className="block">
            {/^[[{]/.test(text) ? `${part.field.replace(/^.*?, /, '')}: ${part.after ?? ''}` : part.after}
          </span>
        ))
      }
      onClose={onClose}
      onChosen={(choices) => onChosen(recordOfTexts(chosenOf(own, conflicts, choices), mine))}
    />
  );
}
