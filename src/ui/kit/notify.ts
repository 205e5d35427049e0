/** One queued notice. */
export type Notice = {
  readonly kind: 'done' | 'problem';
  readonly message: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
};

const waiting: Notice[] = [];
const listeners = new Set<() => void>();

function say(notice: Notice) {
  waiting.push(notice);
  for (const listener of listeners) listener();
}

/** Reports success, optionally with an undo action or a link. */
export function notifyDone(message: string, action?: Notice['action']) {
  say({ kind: 'done', message, ...(action ? { action } : {}) });
}

/** Reports why something failed, in the refusal's own sentence. */
export function notifyProblem(message: string) {
  say({ kind: 'problem', message });
}

/** Subscribes to new notices; the component that shows them collects them with `takeNotices`. */
export function onNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The notices that have not been shown yet. */
export function takeNotices(): Notice[] {
  return waiting.splice(0);
}
