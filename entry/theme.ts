export { vars } from '../themes/contract.css.ts'
export * from '../themes/media.ts'
export { besideOver, raised } from '../themes/raised.ts'
export { pageGlobal, pageStyle, pageVariants, uiStyle } from '../themes/style.ts'
