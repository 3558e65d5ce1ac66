const MIB = 1024 * 1024

/** Object sizes to measure, in bytes: from 1 MiB in steps of factor 4, and the largest (given in MiB). */
export const sizesUpTo = (largest: number): number[] => {
  const sizes: number[] = []
  for (let size = 1; size < largest; size *= 4) sizes.push(size * MIB)
  return [...sizes, largest * MIB]
}
