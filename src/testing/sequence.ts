import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What makes a worker forget its modules, or is used by files that do. */
const FORGETS =
  /testing\/(?:empty-database|book-servers|moved-books|replicating-servers|pointed-environment)'|resetModules/;

/**
 * Files that make their worker forget its modules run first, one after another: each loads the house for itself either way, and the
 * files after them share it. In between others, each would cost one more load.
 */
export class ForgettingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const forgets = new Map(
      sorted.map((file) => [file, FORGETS.test(readFileSync(file.moduleId, 'utf8'))] as const),
    );
    return [
      ...sorted.filter((file) => forgets.get(file) === true),
      ...sorted.filter((file) => forgets.get(file) === false),
    ];
  }
}
