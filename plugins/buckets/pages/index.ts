export * as admin from './admin.tsx'
export * as list from './list.tsx'
export * as toList from './redirect-to-buckets.tsx'
export * as search from '../search.ts'
