/**
 * Loads built files of Next without their source maps, which Node otherwise reads and keeps whole for as long as the server runs: half of what it
 * holds, walked through by every collection of the old generation. Stack traces of the server itself are readable again afterward; those of a
 * page name places in built files, beside which the maps lie.
 */
export async function withoutSourceMaps<T>(load: () => Promise<T>): Promise<T> {
  if (!process.sourceMapsEnabled) return load();
  process.setSourceMapsEnabled(false);
  try {
    return await load();
  } finally {
    process.setSourceMapsEnabled(true);
  }
}
