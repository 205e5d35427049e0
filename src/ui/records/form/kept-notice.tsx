'use client';

import { Button } from '@/ui/kit/button';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Notice } from '@/ui/kit/notice';

/** Offers what an earlier visit left in this browser. */
export function KeptNotice({
  at,
  more,
  onTake,
  onDrop,
}: {
  /** When it was typed, ISO 8601. */
  readonly at: string;
  /** How much it is, such as "3 lines". */
  readonly more?: string;
  readonly onTake: () => void;
  readonly onDrop: () => void;
}) {
  return (
    <Notice tone="caution" role="status">
      <p>
        What you entered here on <InstantText value={at} /> was not saved
        {more === undefined ? '.' : `: ${more}.`}
      </p>
      <div className="mt-2 flex gap-2">
        <Button size="small" onPress={onTake}>
          Bring it back
        </Button>
        <Button size="small" onPress={onDrop}>
          Discard it
        </Button>
      </div>
    </Notice>
  );
}
