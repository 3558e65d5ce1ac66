import { uiStyle } from 'stowage/theme'

/** Fills the height below the header. */
export const frame = uiStyle({ flex: 1, width: '100%', minHeight: '60vh', border: 0, colorScheme: 'normal' })
