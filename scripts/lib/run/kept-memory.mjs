/**
 * Settings that the C library of most Linux systems reads from the environment of a program: freed memory is kept instead of being returned
 * to the system, and is requested in large pieces and huge pages. On a virtual machine where the first touch of a page costs 22 µs of
 * processor time, the tests touch a fifth fewer pages (docs/measurements.md). Other systems ignore them.
 */
export const KEPT_MEMORY = {
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024 ** 2),
  MALLOC_TOP_PAD_: String(16 * 1024 ** 2),
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};
