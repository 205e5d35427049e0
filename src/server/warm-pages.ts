import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { letOthers } from '@/lib/portions';

/** The modules of a page and of what is around it: layouts, and what is shown while it loads or fails. Each is loaded when it is called. */
type Tree = readonly [
  segment: string,
  below: Readonly<Record<string, Tree>>,
  modules: Readonly<Record<string, unknown>>,
  ...more: unknown[],
];

/** What a built page's entry says of itself to Next. */
interface Entry {
  readonly routeModule: { readonly userland: { readonly loaderTree: Tree } };
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
 * Loads what the first render of each page would load: its own modules and its layouts', and those of the components that browsers run. Next
 * reads the files of pages when it starts and runs these at the first request, which holds the event loop meanwhile; here others get their turn between
 * two of them. A page that cannot be loaded now is left to its request, which says what is wrong with it.
 * Answers how many modules were loaded, and the pages that are left.
 * @param folder `.next` of the build that is served
 * @param only the name of one page that is loaded alone
 */
export async function warmPages(folder: string, only?: string): Promise<{ modules: number; left: string[] }> {
  const load = createRequire(path.join(folder, 'server', 'pages.js'));
  const files = JSON.parse(
    await readFile(path.join(folder, 'server', 'app-paths-manifest.json'), 'utf8'),
  ) as Readonly<Record<string, string>>;
  const known = new Set<string>();
  const left: string[] = [];
  let modules = 0;
  for (const [page, file] of Object.entries(files)) {
    if (!page.endsWith('/page') || (only !== undefined && page !== only)) continue;
    try {
      const place = path.join(folder, 'server', file);
      const { __next_app__: app, routeModule } = (await load(place)) as Entry;
      for (const open of opensOf(routeModule.userland.loaderTree)) {
        await open();
        modules += 1;
        await letOthers();
      }
      for (const { id, chunks } of await modulesOf(page, place)) {
        for (const chunk of chunks.filter((one) => !known.has(one))) {
          known.add(chunk);
          await app.loadChunk(chunk);
          await letOthers();
        }
        if (known.has(`${id}`)) continue;
        known.add(`${id}`);
        app.require(id);
        modules += 1;
        await letOthers();
      }
    } catch {
      left.push(page);
    }
  }
  return { modules, left };
}

/** Modules stand in their tree as pairs of what loads them and their path; metadata and other entries are left out. */
function opensOf([, below, modules]: Tree): (() => unknown)[] {
  const own = Object.values(modules).flatMap((one) => {
    const open: unknown = Array.isArray(one) ? one[0] : null;
    return typeof open === 'function' ? [open as () => unknown] : [];
  });
  return [...own, ...Object.values(below).flatMap(opensOf)];
}

async function modulesOf(page: string, place: string) {
  const found: { __RSC_MANIFEST?: Readonly<Record<string, Manifest>> } = {};
  runInNewContext(await readFile(place.replace(/\.js$/, '_client-reference-manifest.js'), 'utf8'), found);
  const mapping = found.__RSC_MANIFEST?.[page]?.ssrModuleMapping ?? {};
  return Object.values(mapping).flatMap((exports) => Object.values(exports));
}
