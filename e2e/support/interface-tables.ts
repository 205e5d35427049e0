import fs from 'node:fs';

/** An operation as the contract's tables name it. */
export interface DocumentedOperation {
  readonly section: string;
  readonly method: string;
  /** With `{}` for every parameter: parameter names differ between the contract and the code, positions do not. */
  readonly path: string;
}

const read = (name: string) => fs.readFileSync(`docs/interface/${name}`, 'utf8');
const normal = (path: string) =>
  path
    .replace(/\{[^}]+\}/g, '{}')
    .replace(/\?.*$/, '')
    .replace(/\/$/, '');

/** Every operation of section 4 of the interface, surface B expanded over its resources. */
export function documentedOperations(): DocumentedOperation[] {
  const text = read('service-interface.md');
  const section4 = text.slice(text.indexOf('## 4. Endpoints'), text.indexOf('## 5. Authentication'));
  const resources = resourceNames();
  const found: DocumentedOperation[] = [];
  let section = '';
  for (const line of section4.split('\n')) {
    section = /^### (4\.\d)/.exec(line)?.[1] ?? section;
    for (const [, method, path] of line.matchAll(/\b(GET|POST|PUT|DELETE) (\/[^\s|,;]*)/g)) {
      if (method === undefined || path === undefined) continue;
      const paths = path.includes('{resource}')
        ? resources.map((name) => path.replace('{resource}', name))
        : [path];
      for (const each of paths) found.push({ section, method, path: normal(each) });
    }
  }
  return found;
}

/** The 19 path segments of surface B. */
export function resourceNames(): string[] {
  const line = /Resources \(path segment\): ([^\n]+)\./.exec(read('service-interface.md'))?.[1] ?? '';
  return line.split(',').map((name) => name.replace(/\(.*\)/, '').trim());
}

/** The operations that decisions.md adds on surfaces C and D and for tokens. */
export function decidedOperations(): DocumentedOperation[] {
  const text = read('decisions.md');
  const found: DocumentedOperation[] = [];
  const add = (section: string, method: string, path: string) =>
    found.push({ section, method, path: normal(path) });
  const paths = /\| Paths \| under \/api\/external: ([^|]+)\|/.exec(text)?.[1] ?? '';
  for (const [, name] of paths.matchAll(/`([^`]+)`/g)) {
    if (
      name === undefined ||
      !/^(POST )?[a-z-]+(\/[a-z{}-]+)*/.test(name) ||
      /[[\]{]?[A-Z]{2,}/.test(name.replace('POST', ''))
    )
      continue;
    if (!/^(POST |budget|prime|project|gl\/)/.test(name)) continue;
    const [method, path] = name.startsWith('POST ') ? ['POST', name.slice(5)] : ['GET', name];
    add(
      'decisions D',
      method ?? 'GET',
      `/api/external/${(path ?? '').replace(/\[.*$/, '').replace(/\?.*$/, '')}`,
    );
  }
  const c = '/api/v1/gl/transactions';
  add('decisions C', 'GET', '/api/v1/gl/transaction-types');
  for (const method of ['PUT', 'DELETE']) add('decisions C', method, `${c}/{id}`);
  for (const verb of ['submit', 'cancel']) add('decisions C', 'POST', `${c}/{id}/${verb}`);
  add('decisions C', 'GET', `${c}/{id}/gl-impact`);
  for (const verb of ['batch', 'batch/post']) add('decisions C', 'POST', `${c}/${verb}`);
  add('decisions B', 'PUT', '/api/customers/{id}/warehouses');
  add('decisions auth', 'POST', '/auth/token');
  return found;
}
