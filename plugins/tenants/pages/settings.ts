export * as compare from '../compare/pages/page.tsx'
export * as create from './create/wizard.tsx'
