export * as add from './add.tsx'
export * as form from './form.tsx'
export * as list from './list.tsx'
export * as search from '../search.ts'
