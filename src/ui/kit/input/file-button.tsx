import { FileUp } from 'lucide-react';
import { useId } from 'react';
import { buttonLook } from '../button-look';

/** The browser's own file chooser styled as a button, the main one unless it is plain; a file can also be dropped on it. */
export function FileButton({
  label = 'Choose a file',
  of,
  accept,
  isPlain = false,
  isDisabled = false,
  onFile,
}: {
  readonly label?: string;
  /** What the file holds, announced after the label to readers who cannot see the button's row. */
  readonly of?: string;
  readonly accept: string;
  /** One of many: only one button of a page is the main one. */
  readonly isPlain?: boolean;
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
        className={buttonLook(
          isPlain ? 'plain' : 'primary',
          isPlain ? 'small' : 'field',
          'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-accent peer-focus-visible:outline-offset-2 peer-disabled:cursor-progress peer-disabled:opacity-60',
        )}
      >
        <FileUp aria-hidden="true" />
        {label}
        {of === undefined ? null : <span className="sr-only"> {of}</span>}
      </label>
    </span>
  );
}
