-- Corrections of exchange rates also touch contract costs and the journals of contracts.
ALTER TABLE rate_correction_items
  DROP CONSTRAINT rate_correction_items_kind_ck,
  ADD CONSTRAINT rate_correction_items_kind_ck CHECK (kind IN ('DOCUMENT', 'SETTLEMENT', 'CONTRACT', 'COST', 'JOURNAL', 'REVALUATION',
    'REVALUATION_REVERSAL'));
