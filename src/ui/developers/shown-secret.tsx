'use client';

import { Copy } from 'lucide-react';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { notifyDone } from '@/ui/kit/notify';

/** A secret that is shown only once, to be copied. */
export function ShownSecret({
  title,
  text,
  words,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly words: string;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={title} isOpen onClose={onClose} isDismissable={false}>
      <p className="text-ink-soft">It is not stored and will not be shown again. {words}</p>
      <pre className="mt-3 overflow-x-auto rounded border border-line bg-sunken p-3 font-mono text-small">
        {text}
      </pre>
      <DialogActions>
        <Button onPress={() => void navigator.clipboard.writeText(text).then(() => notifyDone('Copied.'))}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
        <Button tone="primary" onPress={onClose}>
          Done, I saved it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
