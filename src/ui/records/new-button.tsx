'use client';

import { Plus } from 'lucide-react';
import { Button } from '@/ui/kit/button';

/** "New …" above a tab's table. */
export function NewButton({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <div className="flex justify-end">
      <Button tone="primary" onPress={onPress}>
        <Plus aria-hidden="true" />
        {label}
      </Button>
    </div>
  );
}
