export * as browse from './browse.tsx'
export * as search from '../search.ts'
