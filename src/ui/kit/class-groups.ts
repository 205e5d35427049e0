/**
 * Which classes set the same property, for `cx`: the part of tailwind-merge's table that these sources
 * use, a fifth of the size it would add to every page. The test compares it with the whole table for every
 * pair of classes in the sources.
 */

const any = () => true;
const isWidth = (value: string) => /^\d+$/.test(value);
/** The sizes of tailwind.config.ts and of Tailwind itself; any other `text-…` is a color. */
const isTextSize = (value: string) =>
  /^(?:tiny|small|body|lead|title|figure|xs|sm|base|lg|\d?xl)$/.test(value) || /^\[\d/.test(value);

const spaced = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name): [string, object[]] => [name, [{ [name]: ['', any] }]]));

export const CLASS_GROUPS = {
  ...spaced('p', 'px', 'py', 'ps', 'pe', 'pt', 'pr', 'pb', 'pl'),
  ...spaced('m', 'mx', 'my', 'ms', 'me', 'mt', 'mr', 'mb', 'ml'),
  ...spaced('w', 'h', 'size', 'min-w', 'max-w', 'min-h', 'max-h', 'gap', 'gap-x', 'gap-y', 'basis', 'order'),
  ...spaced('inset', 'inset-x', 'inset-y', 'top', 'right', 'bottom', 'left', 'z', 'opacity', 'duration'),
  ...spaced('items', 'justify', 'place-items', 'self', 'align', 'bg', 'fill', 'stroke', 'rounded', 'shadow'),
  ...spaced(
    'grid-cols',
    'col-start',
    'cursor',
    'select',
    'whitespace',
    'animate',
    'content',
    'leading',
    'tracking',
  ),
  ...spaced('overflow', 'overflow-x', 'overflow-y', 'translate-y', 'transition', 'pointer-events', 'accent'),
  display: [
    'block',
    'inline',
    'contents',
    'hidden',
    'inline-block',
    'inline-flex',
    'inline-grid',
    'flex',
    'grid',
    'table',
  ],
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  visibility: ['sr-only', 'not-sr-only'],
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
  'flex-wrap': [{ flex: ['wrap', 'wrap-reverse', 'nowrap'] }],
  flex: [{ flex: [any] }],
  shrink: [{ shrink: [any] }],
  'col-span': [{ col: [any] }],
  'font-family': [{ font: ['sans', 'mono'] }],
  'font-weight': [{ font: [any] }],
  'text-align': [{ text: ['left', 'center', 'right', 'justify', 'start', 'end'] }],
  'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
  'font-size': [{ text: [isTextSize] }],
  'text-color': [{ text: [any] }],
  'text-decoration': ['underline', 'overline', 'line-through', 'no-underline'],
  'underline-offset': [{ 'underline-offset': [any] }],
  break: [{ break: ['normal', 'words', 'all', 'keep'] }],
  'table-layout': [{ table: ['auto', 'fixed'] }],
  'border-collapse': [{ border: ['collapse', 'separate'] }],
  'border-spacing': [{ 'border-spacing': [any] }],
  'border-style': [{ border: ['solid', 'dashed', 'dotted', 'double', 'hidden', 'none'] }],
  'border-w': [{ border: ['', isWidth] }],
  'border-w-t': [{ 'border-t': ['', isWidth] }],
  'border-w-r': [{ 'border-r': ['', isWidth] }],
  'border-w-b': [{ 'border-b': ['', isWidth] }],
  'border-w-l': [{ 'border-l': ['', isWidth] }],
  'border-color': [{ border: [any] }],
  'outline-style': [{ outline: ['none', 'hidden', 'dashed'] }],
  'outline-offset': [{ 'outline-offset': [any] }],
  'outline-w': [{ outline: ['', isWidth] }],
  'outline-color': [{ outline: [any] }],
  'ring-w-inset': ['ring-inset'],
  'ring-w': [{ ring: ['', isWidth] }],
  'ring-color': [{ ring: [any] }],
};

/** Classes that a later, broader class overrides: `p-4` takes the place of `px-2`. */
export const VOIDED = {
  p: ['px', 'py', 'ps', 'pe', 'pt', 'pr', 'pb', 'pl'],
  px: ['pr', 'pl'],
  py: ['pt', 'pb'],
  m: ['mx', 'my', 'ms', 'me', 'mt', 'mr', 'mb', 'ml'],
  mx: ['mr', 'ml'],
  my: ['mt', 'mb'],
  size: ['w', 'h'],
  gap: ['gap-x', 'gap-y'],
  overflow: ['overflow-x', 'overflow-y'],
  inset: ['inset-x', 'inset-y', 'right', 'left', 'top', 'bottom'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  flex: ['basis', 'grow', 'shrink'],
  'border-w': ['border-w-t', 'border-w-r', 'border-w-b', 'border-w-l'],
  'font-size': ['leading'],
};
