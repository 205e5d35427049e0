import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql/documents';
const HELD = ['e2e/hostile/held-references.test.ts'];

/** References of rows that come in sets, which laws check in place of foreign keys. */
export const SQL_REFERENCES: readonly Mutant[] = [
  ...plantedIn('sql', `${LAWS}/hold-line-references.sql`, HELD, [
    [
      'lines-name-an-account-that-is-gone',
      "v_found < cardinality(n.accounts) THEN 'account_id' ELSE v_missing",
      'v_found < 0 THEN NULL ELSE v_missing',
      'A draft could post to an account that was deleted a moment before.',
    ],
    [
      'lines-name-a-department-that-may-go',
      'AND x.id = ANY (n.departments) ORDER BY x.id FOR KEY SHARE',
      'AND x.id = ANY (n.departments) ORDER BY x.id',
      'A department could be deleted while a document that names it is saved.',
    ],
    [
      'lines-come-without-their-document',
      "v_missing := CASE WHEN v_found < cardinality(n.documents) THEN 'transaction_id' END",
      'v_missing := NULL',
      'Lines of a draft that was just deleted would stay behind.',
    ],
    [
      'new-lines-name-anything',
      'CREATE TRIGGER business_transaction_lines_refer_new AFTER INSERT ON business_transaction_lines\n  REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_line_references();',
      '',
      'An invoice could name an item that does not exist.',
    ],
    [
      'changed-lines-name-anything',
      'CREATE TRIGGER business_transaction_lines_refer_changed AFTER UPDATE ON business_transaction_lines\n  REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_line_references();',
      '',
      'A line could be changed to name a project that does not exist.',
    ],
    [
      'what-lines-name-is-deleted',
      "EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_named(%L)',\n      r.tab || '_named_by_lines', r.tab, r.col);",
      '',
      'A class could be deleted although invoices carry it.',
    ],
    [
      'what-lines-name-gets-another-id',
      "EXECUTE format('CREATE TRIGGER %I AFTER UPDATE OF id ON %I FOR EACH ROW WHEN (old.id <> new.id) EXECUTE FUNCTION daybook_refuse_delete_of_named(%L)',\n      r.tab || '_renamed_by_lines', r.tab, r.col);",
      '',
      'Lines would name a location that no longer exists under that id.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/hold-impact-accounts.sql`, HELD, [
    [
      'entries-come-without-their-document',
      'IF v_found < cardinality(n.documents) THEN',
      'IF false THEN',
      'The entry of a draft that was just deleted would stay behind.',
    ],
    [
      'entries-post-to-anything',
      'CREATE TRIGGER transaction_impact_lines_hold_accounts AFTER INSERT ON transaction_impact_lines\n  REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_impact_accounts();',
      '',
      'A draft could post to an account that was deleted while it was saved.',
    ],
    [
      'changed-entry-lines-name-anything',
      'CREATE TRIGGER transaction_impact_lines_hold_changed AFTER UPDATE ON transaction_impact_lines\n  REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_impact_accounts();',
      '',
      'A line of an entry could be moved to a document that does not exist.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/delete-parts.sql`, HELD, [
    [
      'a-deleted-draft-leaves-its-entry',
      'DELETE FROM transaction_impact_lines l USING old_documents o WHERE l.organization_id = o.organization_id AND l.transaction_id = o.id;',
      '',
      'An account would be held by the entry of a draft that no longer exists.',
    ],
    [
      'a-deleted-draft-leaves-its-lines',
      'CREATE TRIGGER business_transactions_delete_parts AFTER DELETE ON business_transactions\n  REFERENCING OLD TABLE AS old_documents FOR EACH STATEMENT EXECUTE FUNCTION daybook_delete_parts();',
      '',
      'A department would be in use by lines of a draft that no longer exists.',
    ],
    [
      'a-document-gets-another-id',
      'CREATE TRIGGER business_transactions_keep_id AFTER UPDATE OF id ON business_transactions\n  FOR EACH ROW WHEN (old.id <> new.id) EXECUTE FUNCTION daybook_keep_document_id();',
      '',
      'The lines of a document would belong to none.',
      {
        survives:
          'A document that is not posted is on the list of unposted documents, whose foreign key refuses another id too; a posted one refuses any change.',
      },
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/platform/rows-of-imports.sql', HELD, [
    [
      'rows-come-to-an-import-that-is-gone',
      'CREATE TRIGGER import_rows_hold_import AFTER INSERT ON import_rows\n  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_hold_imports();',
      '',
      'Rows of a file would stay behind after its import was removed.',
    ],
    [
      'rows-move-to-an-import-that-is-gone',
      'CREATE TRIGGER import_rows_hold_new_import AFTER UPDATE OF import_id ON import_rows\n  FOR EACH ROW WHEN (old.import_id <> new.import_id) EXECUTE FUNCTION daybook_hold_new_import();',
      '',
      'Rows of a file would belong to an import that does not exist.',
    ],
    [
      'a-removed-import-leaves-its-rows',
      'CREATE TRIGGER imports_delete_rows AFTER DELETE ON imports\n  REFERENCING OLD TABLE AS old_imports FOR EACH STATEMENT EXECUTE FUNCTION daybook_delete_import_rows();',
      '',
      'What a file said would stay in the database after it was removed.',
    ],
    [
      'an-import-gets-another-id',
      'CREATE TRIGGER imports_keep_id AFTER UPDATE OF id ON imports\n  FOR EACH ROW WHEN (old.id <> new.id) EXECUTE FUNCTION daybook_keep_import_id();',
      '',
      'The rows of a file would belong to no import.',
    ],
  ]),
];
