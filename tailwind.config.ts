import type { Config } from 'tailwindcss';

/** Every color is a variable of src/ui/theme/daybook.css, so light, dark and density are decided in one file. */
export default {
  content: ['./src/app/**/*.tsx', './src/ui/**/*.{ts,tsx}'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      canvas: 'var(--canvas)',
      surface: 'var(--surface)',
      raised: 'var(--raised)',
      sunken: 'var(--sunken)',
      hover: 'var(--hover)',
      line: { DEFAULT: 'var(--line)', strong: 'var(--line-strong)', field: 'var(--line-field)' },
      ink: { DEFAULT: 'var(--ink)', soft: 'var(--ink-soft)', mute: 'var(--ink-mute)' },
      accent: {
        DEFAULT: 'var(--accent)',
        solid: 'var(--accent-solid)',
        press: 'var(--accent-press)',
        soft: 'var(--accent-soft)',
        on: 'var(--accent-on)',
      },
      positive: { DEFAULT: 'var(--positive)', soft: 'var(--positive-soft)' },
      caution: { DEFAULT: 'var(--caution)', soft: 'var(--caution-soft)' },
      danger: {
        DEFAULT: 'var(--danger)',
        soft: 'var(--danger-soft)',
        solid: 'var(--danger-solid)',
        press: 'var(--danger-press)',
      },
      plum: { DEFAULT: 'var(--plum)', soft: 'var(--plum-soft)' },
      veil: 'var(--veil)',
    },
    extend: {
      fontFamily: {
        sans: ['"Inter Variable"', 'ui-sans-serif', 'system-ui', 'sans-serif'],
        mono: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Consolas', 'monospace'],
      },
      fontSize: {
        tiny: ['0.6875rem', { lineHeight: '1rem' }],
        small: ['0.75rem', { lineHeight: '1.125rem' }],
        body: ['var(--text-body)', { lineHeight: '1.25rem' }],
        lead: ['0.9375rem', { lineHeight: '1.375rem' }],
        title: ['1.25rem', { lineHeight: '1.625rem', letterSpacing: '-0.012em' }],
        figure: ['1.5rem', { lineHeight: '1.875rem', letterSpacing: '-0.02em' }],
      },
      spacing: { cell: 'var(--cell-x)', row: 'var(--row)', field: 'var(--field)' },
      borderRadius: { DEFAULT: '6px', card: '8px' },
      boxShadow: {
        raised: 'var(--shadow-raised)',
        overlay: 'var(--shadow-overlay)',
        field: 'var(--shadow-field)',
      },
    },
  },
} satisfies Config;
