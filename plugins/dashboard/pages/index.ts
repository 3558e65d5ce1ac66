export * as metrics from './metrics.tsx'
export * as status from './status.tsx'

export const loadPanel = async () => (await import('./other-views.ts')).thresholdsPanel
