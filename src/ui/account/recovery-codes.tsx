'use client';

import { Copy } from 'lucide-react';
import { Button } from '@/ui/kit/button';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';

/** Recovery codes, shown once. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  return (
    <Notice tone="accent" role="status">
      <p>
        Keep these recovery codes somewhere other than your phone. Each signs you in once without it. They are
        not shown again.
      </p>
      <ul className="my-3 grid w-fit grid-cols-2 gap-x-8 gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button
          size="small"
          onPress={() =>
            void navigator.clipboard.writeText(codes.join('\n')).then(() => notifyDone('Copied.'))
          }
        >
          <Copy aria-hidden="true" />
          Copy
        </Button>
        <Button size="small" onPress={onDone}>
          Done, I saved them
        </Button>
      </div>
    </Notice>
  );
}
