/** How long opened terms may take to load and render. */
const PATIENCE_MS = 3_000;

/**
 * Runs an action on the first matching element as soon as one exists, because hidden fields appear a moment after their
 * errors. Returns a function that cancels the wait.
 */
export function whenFound(
  root: HTMLElement | null,
  selector: string,
  then: (found: HTMLElement) => void,
): () => void {
  const look = () => {
    const found = root?.querySelector<HTMLElement>(selector);
    if (found) then(found);
    return Boolean(found);
  };
  if (root === null || look()) return () => undefined;
  const watch = new MutationObserver(() => {
    if (look()) watch.disconnect();
  });
  watch.observe(root, { childList: true, subtree: true, attributeFilter: ['aria-invalid'] });
  const end = setTimeout(() => watch.disconnect(), PATIENCE_MS);
  return () => {
    clearTimeout(end);
    watch.disconnect();
  };
}
