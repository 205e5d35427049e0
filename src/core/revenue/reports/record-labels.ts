/** What stands for no record in a report. */
export const NO_RECORD = 'none';

/** A record that a report names: a class, an account, a customer. */
export type NamedRecord = { id: string; name: string; code: string | null };

/**
 * What a report calls each record, by id: no two alike, so that a row is one record's. That is its name; its code follows where several share
 * the name (or where it would read as no record), and its id where these share the code, too.
 */
export function labelsOf(records: readonly NamedRecord[]): Map<string, string> {
  const names = new Map<string, number>([[NO_RECORD, 1]]);
  for (const { name } of records) names.set(name, (names.get(name) ?? 0) + 1);
  const codes = new Map(names);
  const withCode = ({ name, code, id }: NamedRecord) => `${name} (${code ?? id})`;
  const shared = records.filter(({ name }) => (names.get(name) ?? 0) > 1);
  for (const record of shared) codes.set(withCode(record), (codes.get(withCode(record)) ?? 0) + 1);
  const label = (record: NamedRecord) => {
    if ((names.get(record.name) ?? 0) === 1) return record.name;
    return codes.get(withCode(record)) === 1 ? withCode(record) : `${record.name} (${record.id})`;
  };
  return new Map(records.map((record) => [record.id, label(record)]));
}
