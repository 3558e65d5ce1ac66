const MIB = 1024 * 1024

/**
 * The sizes of objects that are measured, in bytes: from 1 MiB on each four times the one before, and the largest (in
 * MiB).
 */
export const sizesUpTo = (largest: number): number[] => {
  const sizes: number[] = []
  for (let size = 1; size < largest; size *= 4) sizes.push(size * MIB)
  return [...sizes, largest * MIB]
}
