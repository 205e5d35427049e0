// A Prisma generator (named in prisma/schema/schema.prisma): writes src/db/generated/columns.ts, which lists for each model its
// table and which of its columns are days or JSON. Prisma's own client does not keep the native types.
// Prisma communicates with a generator line by line: JSON-RPC requests on standard input, answers on standard error.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';

const names = (list) => `[${list.map((name) => `'${name}'`).join(', ')}]`;

/** @param {{ models: { name: string, dbName: string | null, fields: { name: string, type: string, nativeType?: [string, string[]] | null }[] }[] }} datamodel */
function columnsSource({ models }) {
  const lines = models.map(({ name, dbName, fields }) => {
    const days = fields.filter(({ nativeType }) => nativeType?.[0] === 'Date');
    const json = fields.filter(({ type }) => type === 'Json');
    const facts = [
      `table: '${dbName ?? name}'`,
      `days: ${names(days.map((field) => field.name))}`,
      `json: ${names(json.map((field) => field.name))}`,
    ];
    return `  ${name}: { ${facts.join(', ')} },`;
  });
  return `// Generated from prisma/schema by scripts/column-generator.mjs.\nexport const COLUMNS = {\n${lines.join('\n')}\n} as const;\n`;
}

const answers = {
  getManifest: () => ({ manifest: { prettyName: 'Columns', defaultOutput: '../../src/db/generated' } }),
  generate({ generator, dmmf }) {
    fs.mkdirSync(generator.output.value, { recursive: true });
    fs.writeFileSync(path.join(generator.output.value, 'columns.ts'), columnsSource(dmmf.datamodel));
    return null;
  },
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const result = answers[method]?.(params);
  process.stderr.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
});
