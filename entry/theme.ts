export { vars } from '../themes/contract.css.ts'
export * from '../themes/media.ts'
export * from '../themes/fragments.ts'
export { pageGlobal, pageStyle, pageVariants, uiStyle } from '../themes/style.ts'
