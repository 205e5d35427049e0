import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/ledger';

/** Batches of entries for another ledger. */
export const SQL_BATCHES: readonly Mutant[] = [
  ...plantedIn(
    'sql',
    `${LAWS}/keep-ledger-batch.sql`,
    ['src/db/laws/ledger-batches.db.test.ts'],
    [
      [
        'a-sent-batch-is-undone',
        "('SEALED', 'UNDONE'))",
        "('SEALED', 'UNDONE'), ('SENT', 'UNDONE'))",
        'Entries that the other ledger already has would be sent to it a second time.',
      ],
      [
        'a-sealed-batch-is-rewritten',
        "OLD.batch_status <> 'MAKING' AND",
        "OLD.batch_status = 'MAKING' AND",
        'The hash and the figures of a batch could be changed after its file went out.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/fill-ledger-batch.sql`,
    ['src/db/laws/ledger-batches.db.test.ts'],
    [
      [
        'a-sealed-batch-takes-more',
        "WHERE b.batch_status <> 'MAKING'",
        "WHERE b.batch_status = 'UNDONE'",
        'Lines could be added to a batch whose file the other ledger has.',
      ],
      [
        'a-sealed-batch-takes-entries',
        'CREATE TRIGGER ledger_batch_entries_fill AFTER INSERT ON ledger_batch_entries\n  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_fill_ledger_batch();\n',
        '',
        'An entry that is in no file could be marked as sent.',
      ],
      [
        'a-sealed-batch-takes-lines',
        'CREATE TRIGGER ledger_batch_lines_fill AFTER INSERT ON ledger_batch_lines\n  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_fill_ledger_batch();\n',
        '',
        'The file of a sealed batch would not be the one whose hash was kept.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/release-batch-entry.sql`,
    ['src/db/laws/ledger-batches.db.test.ts'],
    [
      [
        'an-entry-leaves-its-batch',
        "AND b.batch_status = 'UNDONE'",
        "AND b.batch_status <> 'MAKING'",
        'An entry could leave a batch that was sent and go to the other ledger twice.',
      ],
      [
        'an-entry-comes-back-into-its-batch',
        'IF NOT OLD.is_live OR NEW.is_live',
        'IF NOT OLD.is_live AND NOT NEW.is_live',
        'An entry of an undone batch would count as sent.',
      ],
    ],
  ),
];
