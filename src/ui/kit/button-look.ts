import { cx } from './class-names';

export type ButtonTone = 'primary' | 'plain' | 'quiet' | 'danger';
export type ButtonSize = 'field' | 'small';

const TONES: Readonly<Record<ButtonTone, string>> = {
  primary: 'bg-accent-solid text-accent-on hover:bg-accent-press active:bg-accent-press shadow-field',
  plain: 'border border-line-strong bg-surface text-ink hover:bg-hover active:bg-sunken shadow-field',
  quiet: 'text-ink-soft hover:bg-hover hover:text-ink active:bg-sunken',
  danger: 'bg-danger-solid text-accent-on hover:bg-danger-press active:bg-danger-press shadow-field',
};

/** The look of a button, for real buttons and for links that act as one. */
export function buttonLook(tone: ButtonTone = 'plain', size: ButtonSize = 'field', extra?: string): string {
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded font-medium',
    'transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    size === 'field' ? 'h-field px-3' : 'h-6.5 px-2 text-small',
    TONES[tone],
    extra,
  );
}
