'use client';

import { X } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { Button } from '@/ui/kit/button';
import { DateField } from '@/ui/kit/input/date-field';
import { asOfFilters } from './as-of';

/** "Effective as of" and "Known as of" in the URL; empty means now. */
export function AsOfBar() {
  const [{ effective, known }, setAsOf] = useQueryStates(asOfFilters);
  return (
    <section aria-label="As of" className="flex flex-wrap items-end gap-2" data-print="hide">
      <DateField
        label="Effective as of"
        className="w-40"
        value={effective}
        onValue={(day) => void setAsOf({ effective: day || null })}
      />
      <DateField
        label="Known as of"
        className="w-40"
        value={known}
        onValue={(day) => void setAsOf({ known: day || null })}
      />
      {effective === '' && known === '' ? null : (
        <Button tone="quiet" onPress={() => void setAsOf(null)}>
          <X aria-hidden="true" />
          Current view
        </Button>
      )}
    </section>
  );
}
