type Total = readonly [count: number, size: number]

/** A page of what a bucket's versions would free: totals of noncurrent versions, and of old objects by prefix. */
export const reclaimable = (scanned: number, noncurrent: Total, markers: number, old: Record<string, Total>) => ({
  scanned,
  noncurrent: { count: noncurrent[0], size: noncurrent[1] },
  markers,
  oldObjects: Object.entries(old).map(([prefix, [count, size]]) => ({ prefix, count, size })),
})
