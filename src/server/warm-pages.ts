import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { letOthers } from '@/lib/portions';

/** What a built page's entry says of itself to Next. */
interface Entry {
  readonly __next_app__: {
    readonly require: (id: number | string) => unknown;
    readonly loadChunk: (file: string) => unknown;
  };
}

/** The modules that run in the browser and are rendered on the server before, by page. */
interface Manifest {
  readonly ssrModuleMapping: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly id: number | string; readonly chunks: readonly string[] }>>
    >
  >;
}

/**
 * Loads what the first render of each page would load: the built modules of the components that browsers run. Next loads the pages
 * themselves when it starts and these at the first request, which holds the event loop meanwhile; here others get their turn between two of
 * them. What cannot be loaded now is left to the request. Answers how many modules it loaded.
 * @param folder `.next` of the build that is served
 */
export async function warmPages(folder: string): Promise<number> {
  const load = createRequire(path.join(folder, 'server', 'pages.js'));
  const files = JSON.parse(
    await readFile(path.join(folder, 'server', 'app-paths-manifest.json'), 'utf8'),
  ) as Readonly<Record<string, string>>;
  const known = new Set<string>();
  let loaded = 0;
  for (const [page, file] of Object.entries(files)) {
    if (!page.endsWith('/page')) continue;
    try {
      const place = path.join(folder, 'server', file);
      const { __next_app__: app } = (await load(place)) as Entry;
      for (const { id, chunks } of await modulesOf(page, place)) {
        for (const chunk of chunks.filter((one) => !known.has(one))) {
          known.add(chunk);
          await app.loadChunk(chunk);
          await letOthers();
        }
        if (known.has(`${id}`)) continue;
        known.add(`${id}`);
        app.require(id);
        loaded += 1;
        await letOthers();
      }
    } catch {
      // The request that asks for the page says what is wrong with it.
    }
  }
  return loaded;
}

async function modulesOf(page: string, place: string) {
  const found: { __RSC_MANIFEST?: Readonly<Record<string, Manifest>> } = {};
  runInNewContext(await readFile(place.replace(/\.js$/, '_client-reference-manifest.js'), 'utf8'), found);
  const mapping = found.__RSC_MANIFEST?.[page]?.ssrModuleMapping ?? {};
  return Object.values(mapping).flatMap((exports) => Object.values(exports));
}
