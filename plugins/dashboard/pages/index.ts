export * as panel from '../panel.ts'
export * as metrics from './metrics.tsx'
export * as status from './status.tsx'
