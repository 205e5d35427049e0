import { toast } from 'sonner';

/** Says that something worked, with an optional way to undo or follow it. */
export function notifyDone(message: string, action?: { label: string; onClick: () => void }) {
  toast.success(message, action ? { action } : {});
}

/** Says why something did not work, in the refusal's own sentence. */
export function notifyProblem(message: string) {
  toast.error(message, { duration: 8_000 });
}
