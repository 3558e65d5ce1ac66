export * as list from './list.tsx'
export * as policy from './policy.tsx'
