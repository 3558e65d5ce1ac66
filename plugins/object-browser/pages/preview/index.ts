export { Compare } from './compare.tsx'
export { PreviewDialog } from './dialog.tsx'
export { Preview } from './preview.tsx'
export { Thumbnail } from './thumbnail.tsx'
