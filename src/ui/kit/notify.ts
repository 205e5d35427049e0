/** One notice on its way to the reader. */
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

/** Says that something worked, with an optional way to undo or follow it. */
export function notifyDone(message: string, action?: Notice['action']) {
  say({ kind: 'done', message, ...(action ? { action } : {}) });
}

/** Says why something did not work, in the refusal's own sentence. */
export function notifyProblem(message: string) {
  say({ kind: 'problem', message });
}

/** Hears of new notices; the place that shows them takes them with `takeNotices`. */
export function onNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The notices nobody has shown yet. */
export function takeNotices(): Notice[] {
  return waiting.splice(0);
}
