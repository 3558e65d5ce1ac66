import type { Plugin } from '../../core/web/plugin.ts'

/** Browser halves of all plugins, in the order of the sidebar. The runner fills the list from `plugins/`. */
export const plugins: readonly Plugin[] = []
