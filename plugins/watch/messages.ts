// contract.ts
export const watchAtMostBuckets = (maxBuckets: number) => `Watch at most ${maxBuckets} buckets, or all of them`

// pages/use-filters.ts
export const eventTypeRequired = 'Choose at least one event type'

// pages/watch.tsx
export const chooseBucketsOrNone =
  'Choose buckets, or none to watch all of them, then start to see events of their objects.'
export const watchHelp = 'New uploads, downloads and deletions appear here.'
