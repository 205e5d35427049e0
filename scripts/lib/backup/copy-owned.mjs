import fs from 'node:fs';
import path from 'node:path';

/**
 * Copies a file or a folder with its modes and, as root, its owner; files that a running database removes meanwhile are left out. Each
 * copy is on the disk when this returns.
 * @param {string} from
 * @param {string} to must not exist
 * @param {{skip?: (relative: string) => boolean, owner?: {uid: number, gid: number}, flushes?: boolean}} [options] skip: paths below `from` that are not
 *   copied; owner: whose the copies are, instead of the original's; flushes: false for copies that need not survive the machine, such as those of tests
 * @returns {number} bytes copied
 */
export function copyOwned(from, to, { skip = () => false, owner, flushes = true } = {}, relative = '') {
  const stat = fs.lstatSync(from, { throwIfNoEntry: false });
  if (stat === undefined || (relative !== '' && skip(relative))) return 0;
  let bytes = 0;
  if (stat.isDirectory()) {
    fs.mkdirSync(to, { mode: stat.mode & 0o777 });
    for (const name of fs.readdirSync(from)) {
      bytes += copyOwned(
        path.join(from, name),
        path.join(to, name),
        { skip, owner, flushes },
        path.posix.join(relative, name),
      );
    }
  } else if (stat.isSymbolicLink()) {
    fs.symlinkSync(fs.readlinkSync(from), to);
  } else if (!stat.isFile() || !copyFile(from, to, flushes)) {
    return 0;
  } else {
    bytes = stat.size;
  }
  const { uid, gid } = owner ?? stat;
  if (process.getuid?.() === 0) fs.lchownSync(to, uid, gid);
  if (!stat.isSymbolicLink()) fs.chmodSync(to, stat.mode & 0o777);
  return bytes;
}

/** Copies one file, flushed to the disk where `flushes` is set; false when it is gone. */
function copyFile(from, to, flushes) {
  try {
    fs.copyFileSync(from, to);
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
  if (!flushes) return true;
  const file = fs.openSync(to, 'r+');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
  return true;
}
