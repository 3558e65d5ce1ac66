export * as browse from './browse.tsx'
export * as bucketSize from './bucket-size.tsx'
export * as search from '../search.ts'

/** Loaded when a PDF is opened. */
export const pdfPages = () => import('./preview/pdf-pages.tsx')
