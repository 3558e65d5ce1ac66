export * as health from '../health/pages/page.tsx'
export * as list from './list.tsx'
export * as tenant from '../details/pages/page.tsx'
