export * as add from './add.tsx'
export * as edit from './edit.tsx'
export * as list from './list.tsx'
export * as services from './services.tsx'
