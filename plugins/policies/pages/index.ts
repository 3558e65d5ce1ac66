export * as check from './check/page.tsx'
export * as list from './list.tsx'
export * as policy from './policy.tsx'
export * as search from '../search.ts'
