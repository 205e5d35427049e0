/** How long terms that open may take to be fetched and drawn. */
const PATIENCE_MS = 3_000;

/**
 * Does something with the first element that fits, as soon as there is one: fields that were closed away appear a moment
 * after what is wrong with them. Gives what ends the wait.
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
