// contract.ts
export const startModeConflict = 'Choose one of force-start, force-stop and join'

// minio/index.ts
export const healAlreadyRunning =
  'A heal is already running here. Choose Force Start to stop it and start a new one, or Force Stop to stop it.'
export const healOfOverlappingPath = 'A heal of an overlapping path is already running'
export const noSuchBucket = 'The specified bucket does not exist'

// minio/heals.ts
export const healNotFound = 'The storage server no longer has this heal'
export const healLost = 'It was restarted, or the heal was stopped or replaced elsewhere. Healed items stay healed.'
export const healProgressUnreadable = 'The progress of the heal cannot be read'

// pages/background.tsx
export const noDriveHealing = 'No drive is being healed.'

// pages/heal.tsx
export const startHealHelp = 'Choose a bucket, or none for all buckets, and start to repair missing or damaged data.'

// pages/items.tsx
export const newestItemsListed = (count: string) => `The newest of ${count} items, damaged ones first. `
export const healContinuesWithoutPage = 'You can leave this page. The heal continues.'

// pages/order.tsx
export const stopHealToChange = 'Stop the heal to change this'
export const startModeHelp = 'If a heal already runs here'
export const forceStartHelp = 'Choosing one clears the other. Force Start stops the running heal and starts a new one.'

// pages/use-order.ts
export const bucketRequiredForPrefix = 'Choose the bucket that the prefix is in'

// sections.ts
export const bitrotCycleHelp = 'on, off, or a number of months, such as 12m.'
