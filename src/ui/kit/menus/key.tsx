/** A key as printed on the keyboard. */
export function Key({ children }: { readonly children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded border border-line-strong bg-sunken px-1 font-sans text-ink-soft text-tiny">
      {children}
    </kbd>
  );
}
