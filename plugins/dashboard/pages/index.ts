export * as metrics from './metrics.tsx'
export * as status from './status.tsx'
