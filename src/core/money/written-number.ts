/**
 * A number as people write it in a cell, as a plain decimal string: `1,234.56`, `1.234,56`, `1 234.5`, `1'234.50`, `(500)`, `1234-`,
 * `-12`, with or without a currency symbol or code; a dash alone is the zero of accountants. Null when the separators contradict each other, and for everything that would
 * have to be computed: `=A1+B1` and `1+1` are text.
 */
export function readWrittenNumber(text: string): string | null {
  const bare = text
    .replace(/[\s\u00a0\u202f$€£¥]/g, '')
    .replaceAll('−', '-')
    .replace(/^[A-Z]{3}(?=[-(\d.,])|(?<=[-)\d.,])[A-Z]{3}$/g, '')
    .replace(/(?<=\d)['’](?=\d{3}(?!\d))/g, '');
  if (/^[-–—]$/.test(bare)) return '0';
  const marked = /^\(([\d.,]+)\)$/.exec(bare) ?? /^([\d.,]+)-$/.exec(bare) ?? /^-([\d.,]+)$/.exec(bare);
  if (marked?.[1] !== undefined) {
    const value = readDigits(marked[1]);
    return value === null || !/[1-9]/.test(value) ? value : `-${value}`;
  }
  return /^[\d.,]+$/.test(bare) ? readDigits(bare) : null;
}

/** `1.234,56` and `1,234.56` as `1234.56`; null when the separators contradict each other. */
export function readDigits(text: string): string | null {
  const point = text.lastIndexOf('.');
  const comma = text.lastIndexOf(',');
  const mark = decimalMark(text, point, comma);
  const [whole = '', fraction] = mark === null ? [text] : [text.slice(0, mark), text.slice(mark + 1)];
  const groups = whole.split(/[.,]/);
  const grouped = groups.length > 1;
  if (grouped && !groups.every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group)))
    return null;
  const digits = groups.join('');
  if (!/^\d*$/.test(digits) || (fraction !== undefined && !/^\d*$/.test(fraction))) return null;
  if (digits === '' && (fraction ?? '') === '') return null;
  return fraction === undefined || fraction === '' ? digits || '0' : `${digits || '0'}.${fraction}`;
}

function decimalMark(text: string, point: number, comma: number): number | null {
  if (point >= 0 && comma >= 0) return Math.max(point, comma);
  const only = Math.max(point, comma);
  if (only < 0) return null;
  const mark = text[only] ?? '.';
  if (text.indexOf(mark) !== only) return null;
  // "1,234" is a thousands separator; "1.234" is far more often a unit price with three decimals.
  if (mark === ',' && /^\d{1,3},\d{3}$/.test(text)) return null;
  return only;
}
