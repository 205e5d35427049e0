import { FileUp } from 'lucide-react';
import { useId } from 'react';
import { cx } from './class-names';

/** The browser's own file chooser styled as the main button; a file can also be dropped on it. */
export function FileButton({
  label = 'Choose a file',
  of,
  accept,
  isDisabled = false,
  onFile,
}: {
  readonly label?: string;
  /** What the file holds, said after the label to who cannot see which row the button stands in. */
  readonly of?: string;
  readonly accept: string;
  readonly isDisabled?: boolean;
  readonly onFile: (file: File) => void;
}) {
  const id = useId();
  return (
    <span className="relative">
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={isDisabled}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-progress"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again after it has been corrected.
          target.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={cx(
          'inline-flex h-field cursor-pointer items-center gap-1.5 rounded bg-accent-solid px-3 font-medium text-accent-on shadow-field hover:bg-accent-press',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2 peer-disabled:cursor-progress peer-disabled:opacity-60 [&_svg]:size-4',
        )}
      >
        <FileUp aria-hidden="true" />
        {label}
        {of === undefined ? null : <span className="sr-only"> {of}</span>}
      </label>
    </span>
  );
}
