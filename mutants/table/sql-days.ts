import { type Mutant, plantedIn } from '../mutant';

const DOCUMENTS = 'prisma/sql/documents';
const SPANS = ['e2e/ledger/settlement/settled-spans.test.ts'];
const DAYS = ['e2e/ledger/closing/days.test.ts'];
const COUNTERPARTIES = ['e2e/ledger/closing/counterparty-days.test.ts'];
const CONTROLS = { tests: ['e2e/ledger/evidence/control-sums.test.ts'] };

/** The sums by day, which lists and reports read instead of documents and lines, and what runs with the owner's privileges beside the searches of text. */
export const SQL_DAYS: readonly Mutant[] = [
  ...plantedIn(
    'sql',
    'prisma/sql/revenue/sum-revenue-movements.sql',
    ['e2e/revenue/reports/movements-then.test.ts'],
    [
      [
        'movements-take-effect-when-they-are-posted',
        'SELECT e.effective_date FROM revenue_events e',
        'SELECT NULL::date FROM revenue_events e',
        'A roll-forward as of a day in effect would leave out a fact of that month that was posted in the next.',
      ],
    ],
  ),
  ...plantedIn('sql', 'prisma/sql/ledger/fold-ledger.sql', DAYS, [
    [
      'added-lines-are-forgotten-of-a-known-day',
      'line_count = d.line_count + excluded.line_count, entry_count',
      'entry_count',
      'The activity of an account would lose lines of a day to which something was posted twice.',
    ],
    [
      'entries-are-added-twice',
      'DO UPDATE SET through_number = excluded.through_number',
      'DO UPDATE SET through_number = folded_numbers.through_number',
      'What was added up would be added again with every round, and balances in mid-month would keep growing.',
    ],
    [
      'an-entry-counts-with-each-line',
      'count(*) FILTER (WHERE l.is_first)',
      'count(*)',
      'The activity of an account would say that it has more entries than there are.',
    ],
    [
      'an-entry-counts-in-each-of-its-currencies',
      'PARTITION BY x.account_id ORDER BY x.currency_code',
      'PARTITION BY x.account_id, x.currency_code ORDER BY x.currency_code',
      'A list of the entries of an account would say that there are more than it has, and its pages would shift.',
    ],
    [
      'documents-of-a-known-period-are-forgotten',
      'total = d.total + excluded.total, discount',
      'discount',
      'A period could not be closed because of documents that exist and agree.',
      CONTROLS,
    ],
    [
      'facts-count-as-runs',
      'l.account_id, l.currency_code, l.source_kind, sum(l.debit)',
      "l.account_id, l.currency_code, 'REVENUE_RUN', sum(l.debit)",
      'What a fact posted would count as posted by a run in the report of what changed since a close.',
      CONTROLS,
    ],
    [
      'revenue-of-a-known-period-is-forgotten',
      'debit = d.debit + excluded.debit, credit = d.credit + excluded.credit\n    )\n    INSERT',
      'debit = excluded.debit, credit = excluded.credit\n    )\n    INSERT',
      'What contracts posted would appear as a difference from the documents, and no period could be closed.',
      CONTROLS,
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/ledger/subledger-moves.sql', CONTROLS.tests, [
    [
      'reversed-documents-stay-in-their-subledger',
      'o.currency_code, -o.total_amount, -o.discount_amount',
      'o.currency_code, 0, 0',
      'A period with a reversal would be blocked by a control account that is right.',
    ],
    [
      'settlements-taken-back-are-taken-twice',
      `CASE e.source_kind WHEN 'SETTLEMENT' THEN 1 ELSE -1 END`,
      '1',
      'A settlement across currencies that was unapplied would still be counted in both currencies.',
    ],
    [
      'journals-move-subledgers-unless-they-reverse',
      "x.kind <> 'JOURNAL' OR x.reverses_transaction_id IS NOT NULL",
      'x.reverses_transaction_id IS NULL',
      'A period with a reversal would be blocked by a control account that is right.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/ledger/verify-ledger.sql', DAYS, [
    [
      'verify-forgets-the-days',
      'WHERE (t.debit, t.credit, t.base_debit, t.base_credit, t.n) IS DISTINCT FROM (d.debit, d.credit, d.base_debit, d.base_credit, d.n)',
      'WHERE false',
      'A sum by day that differs from its lines would never be found.',
    ],
    [
      'verify-forgets-the-subledgers-by-period',
      'HAVING sum(x.total) <> 0 OR sum(x.discount) <> 0',
      'HAVING false',
      'A close would compare the control accounts with sums that no one checks.',
      CONTROLS,
    ],
    [
      'verify-forgets-revenue-by-period',
      'HAVING sum(x.debit) <> 0 OR sum(x.credit) <> 0',
      'HAVING false',
      'A close would leave unchecked postings out of the control accounts.',
      CONTROLS,
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/spans-of.sql`, SPANS, [
    [
      'payments-on-account-were-never-open',
      '(a.document_id, a.amount, a.document_base), (a.payment_id, coalesce(a.payment_amount, a.amount), a.payment_base)',
      '(a.document_id, a.amount, a.document_base)',
      'An aging of an earlier day would show the invoice but not the payment that was on account.',
    ],
    [
      'other-currencies-are-plain',
      'nullif(v.base, v.amount)',
      'NULL::numeric',
      'An aging of an earlier day would carry an invoice in euros at its number of dollars.',
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/keep-spans.sql`, SPANS, [
    [
      'settlements-leave-no-span',
      'CREATE TRIGGER payment_applications_span_new AFTER INSERT ON payment_applications\n  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_keep_spans();',
      '',
      'An invoice that has been paid since would be missing from every aging of an earlier day.',
    ],
    [
      'settlements-taken-back-keep-their-span',
      "IF TG_OP <> 'INSERT' THEN",
      'IF false THEN',
      'What was unapplied and applied again would be open twice on an earlier day.',
    ],
    [
      'changed-settlements-keep-their-span',
      'CREATE TRIGGER payment_applications_span_changed AFTER UPDATE ON payment_applications\n  REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_keep_spans();',
      '',
      'An unapplied payment would still have ended what was open.',
    ],
    [
      'deleted-settlements-keep-their-span',
      'CREATE TRIGGER payment_applications_span_gone AFTER DELETE ON payment_applications\n  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION daybook_keep_spans();',
      '',
      'What was open on an earlier day would include settlements that no longer exist.',
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/note-documents.sql`, DAYS, [
    [
      'changed-documents-are-not-counted-off',
      'o.base_currency_code, o.entity_id, o.base_total_amount, -1 FROM old_documents o',
      'o.base_currency_code, o.entity_id, o.base_total_amount, 0 FROM old_documents o',
      'A posted document would be counted among the drafts as well.',
    ],
    [
      'new-documents-are-not-noted',
      'REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT EXECUTE',
      'REFERENCING NEW TABLE AS new_documents FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A list would say that there is nothing to show.',
    ],
    [
      'changes-are-not-noted',
      'REFERENCING NEW TABLE AS new_documents OLD TABLE AS old_documents FOR EACH STATEMENT EXECUTE',
      'REFERENCING NEW TABLE AS new_documents OLD TABLE AS old_documents FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A posted document would be counted among the drafts forever.',
    ],
    [
      'deleted-documents-stay-counted',
      'REFERENCING OLD TABLE AS old_documents FOR EACH STATEMENT EXECUTE',
      'REFERENCING OLD TABLE AS old_documents FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A list would promise pages that it does not have.',
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/fold-documents.sql`, DAYS, [
    [
      'counts-are-replaced-by-their-change',
      'document_count = d.document_count + excluded.document_count',
      'document_count = excluded.document_count',
      'A list would state only what the last round added.',
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/note-documents.sql`, COUNTERPARTIES, [
    [
      'a-draft-given-to-another-is-not-noted',
      ' OR bool_or(c.n <> 0 AND c.entity_id IS NOT NULL)',
      '',
      'The list of a customer would promise a draft that was given to another.',
    ],
    [
      'a-deleted-draft-counts-twice',
      'array_agg(-c.n)',
      'array_agg(c.n)',
      'The list of a customer would have a page more for each draft that was deleted.',
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/fold-documents.sql`, COUNTERPARTIES, [
    [
      'counts-of-a-counterparty-are-replaced-by-their-change',
      'document_count = k.document_count + excluded.document_count',
      'document_count = excluded.document_count',
      'The list of a customer would state only what the last round added.',
    ],
    [
      'the-last-of-a-status-stays-counted',
      'WHERE d.kept + d.n = 0 AND k.organization_id',
      'WHERE false AND k.organization_id',
      'A posted document would be counted among the drafts of its customer forever.',
    ],
    [
      'counts-never-begin-to-be-kept',
      'HAVING sum(b.n) > 0',
      'HAVING sum(b.n) < 0',
      'Each list of a customer with very many documents would go through all of them.',
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/count-counterparties.sql`, COUNTERPARTIES, [
    [
      'what-is-still-to-be-added-is-counted-twice',
      'd.transaction_status, -u.n FROM document_day_changes d',
      'd.transaction_status, 0 FROM document_day_changes d',
      'What was stored just before the counts of a customer began would be counted twice.',
    ],
  ]),
  ...plantedIn(
    'sql',
    'prisma/sql/revenue/moved-rows.sql',
    ['e2e/revenue/facts/moved-rows.test.ts'],
    [
      [
        'rows-that-moved-are-read-twice',
        '\n    AND NOT (r.natural_period >= p_from AND r.natural_period < p_until);',
        ';',
        'What a fact moved within the months of a report would count twice.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/sales/find-employees.sql',
    ['e2e/contracts/a/employees.test.ts'],
    [
      [
        'a-department-is-spelled-one-way',
        'lower(e.department) = lower(p_department)',
        'e.department = p_department',
        'Employees of SALES would be missing among those of Sales.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/sales/find-prospects.sql',
    ['e2e/contracts/a/prospect-lists.test.ts'],
    [
      [
        'an-industry-is-spelled-one-way',
        'lower(p.industry) = lower(p_industry)',
        'p.industry = p_industry',
        'A search for TECHNOLOGY would miss those entered as Technology.',
      ],
      [
        'the-amount-itself-is-above-it',
        'p.estimated_revenue > p_revenue',
        'p.estimated_revenue >= p_revenue',
        'A prospect of exactly a million would be listed among those above it.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/revenue/move-obligation-sums.sql',
    ['e2e/revenue/reports/agreed-again.test.ts'],
    [
      [
        'sums-stay-under-the-terms-before',
        '(-1, OLD.revenue_account_id, OLD.timing, OLD.expedient, OLD.nature,',
        '(-1, NEW.revenue_account_id, NEW.timing, NEW.expedient, NEW.nature,',
        'Revenue that was earned over time and reversed would stand in both timings forever.',
      ],
      [
        'sums-move-only-with-their-account',
        '  WHEN ((OLD.revenue_account_id, OLD.timing, OLD.expedient, OLD.nature,',
        '  WHEN ((OLD.revenue_account_id, NEW.timing, NEW.expedient, NEW.nature,',
        'The report by timing or by nature would show terms that no one agreed to.',
      ],
      [
        'bookings-stay-under-the-terms-before',
        't.sign * sum(f.booked) AS booked',
        '0 AS booked',
        'What remains to be recognized would be shown under terms that no longer apply.',
      ],
    ],
  ),
];
