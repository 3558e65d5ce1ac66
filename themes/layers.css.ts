import { globalLayer } from '@vanilla-extract/css'

/** Every rule is in one of these layers, so that a page overrides a component regardless of the order of the files. */
export const reset = globalLayer('reset')
export const base = globalLayer('base')
export const ui = globalLayer('ui')
export const page = globalLayer('page')
