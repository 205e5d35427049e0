/** Thrown in place of an answer that no one would read: the caller left before it was ready. */
export class CallerGone extends Error {
  readonly code = 'CALLER_GONE';
  constructor() {
    super('the caller is gone');
    // The name of whatever was aborted: Next does not report such an error as a fault of a page.
    this.name = 'AbortError';
  }
}

/** Whether an error is a CallerGone. By its code: Next bundles this class a second time, and both share the connections. */
export const isCallerGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'CALLER_GONE';

/** Status of a request whose caller left before it was answered, for metrics and traces (nginx's "client closed request"). No one reads it. */
export const GONE_STATUS = 499;

/**
 * Waits for something as long as the caller waits, and throws CallerGone once it does not. What is then still on its way is passed to
 * `unwanted` when it comes.
 */
export function whileWaited<T>(
  gone: AbortSignal,
  wanted: () => Promise<T>,
  unwanted: (late: T) => void,
): Promise<T> {
  if (gone.aborted) return Promise.reject(new CallerGone());
  return new Promise((resolve, reject) => {
    const leave = () => reject(new CallerGone());
    gone.addEventListener('abort', leave, { once: true });
    wanted().then(
      (value) => {
        gone.removeEventListener('abort', leave);
        if (gone.aborted) unwanted(value);
        else resolve(value);
      },
      (error: unknown) => {
        gone.removeEventListener('abort', leave);
        reject(error);
      },
    );
  });
}
