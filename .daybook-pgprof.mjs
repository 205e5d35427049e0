import pg from 'pg';
const totals = new Map();
const original = pg.Client.prototype.query;
pg.Client.prototype.query = function (config, values, callback) {
  const text = typeof config === 'string' ? config : config?.text ?? 'other';
  const started = performance.now();
  const result = original.call(this, config, values, callback);
  const note = () => {
    const key = text.replace(/\s+/g, ' ').trim().slice(0, 70);
    const one = totals.get(key) ?? { n: 0, ms: 0 };
    one.n += 1; one.ms += performance.now() - started; totals.set(key, one);
  };
  if (result && typeof result.then === 'function') result.then(note, note);
  else if (result && typeof result.on === 'function') result.on('finish', note);
  return result;
};
process.on('exit', () => {
  for (const [key, { n, ms }] of [...totals].sort((a, b) => b[1].ms - a[1].ms).slice(0, 25)) console.log(`${Math.round(ms)} ms ${n}x ${key}`);
});
