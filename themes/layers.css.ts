import { globalLayer } from '@vanilla-extract/css'

/** Every rule stands in one of these, so that a page wins over a primitive whatever order the files come in. */
export const reset = globalLayer('reset')
export const base = globalLayer('base')
export const ui = globalLayer('ui')
export const page = globalLayer('page')
