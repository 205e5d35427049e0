import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { inRoot } from '../paths.mjs';
import { withUrlParts } from '../postgres/database-url.mjs';
import { engineAdapter } from '../postgres/engine-adapter.mjs';

/** Names the engine ignores. */
export const FILTERS = { externalTables: [], externalEnums: [] };

/**
 * The module keeps its WebAssembly instance in a global, so a process loads it once. It is kept on the process, not in this file: a test
 * that loads modules again would replace the instance with a second one, and the first would never answer.
 */
const LOADED = Symbol.for('daybook.schemaEngine');

async function load() {
  const folder = path.dirname(createRequire(inRoot('package.json')).resolve('@prisma/schema-engine-wasm'));
  const engine = await import(pathToFileURL(path.join(folder, 'schema_engine_bg.js')).href);
  const bytes = fs.readFileSync(path.join(folder, 'schema_engine_bg.wasm'));
  const wasm = new WebAssembly.Instance(new WebAssembly.Module(bytes), { './schema_engine_bg.js': engine });
  engine.__wbg_set_wasm(wasm.exports);
  // The engine reports a panic through this name before it throws.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => process.stderr.write(`${message}\n`) };
  wasm.exports.__wbindgen_start?.();
  return engine;
}

/**
 * Prisma's official schema engine as published on npm, in WebAssembly: it compares a database with prisma/schema without the executable that
 * Prisma's command line downloads. Migrations are applied without it (apply-migrations.mjs).
 * @param {string} url a connection of the database's owner
 */
export async function openSchemaEngine(url) {
  globalThis[LOADED] ??= load();
  const { SchemaEngine } = await globalThis[LOADED];
  const adapter = bindMigrationAwareSqlAdapterFactory(engineAdapter(withUrlParts(url, {})));
  const datamodels = readSchema().map(({ path: file, content }) => [file, content]);
  return SchemaEngine.new({ datamodels }, () => {}, adapter);
}

/** The files of prisma/schema, in a fixed order. */
export function readSchema() {
  const folder = inRoot('prisma', 'schema');
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => ({ path: name, content: fs.readFileSync(path.join(folder, name), 'utf8') }));
}
