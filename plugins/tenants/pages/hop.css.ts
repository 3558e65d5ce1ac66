import { uiStyle } from '../../../themes/style.ts'

/** As high as there is room under the head. */
export const frame = uiStyle({ flex: 1, width: '100%', minHeight: '60vh', border: 0, colorScheme: 'normal' })
