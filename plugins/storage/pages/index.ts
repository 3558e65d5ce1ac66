export * as drives from './drives.tsx'
export * as elsewhere from './elsewhere.tsx'
export * as volumes from './volumes.tsx'
