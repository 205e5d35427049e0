/**
 * What the C library of most Linux systems reads from the environment of a program: memory that it freed stays its own instead of going back
 * to the system, and is asked for in large pieces and huge pages. On a virtual machine where a page touched for the first time costs 22 µs of
 * a processor, the tests touch a fifth fewer (docs/measurements.md). Other systems read nothing of it.
 */
export const KEPT_MEMORY = {
  MALLOC_TRIM_THRESHOLD_: String(256 * 1024 ** 2),
  MALLOC_TOP_PAD_: String(16 * 1024 ** 2),
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};
