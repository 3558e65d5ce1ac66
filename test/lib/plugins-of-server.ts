import type { ServerPlugin } from '../../core/protocol/serve.ts'

/** Server halves of all plugins. The runner fills the list from `plugins/`. */
export const plugins: readonly ServerPlugin[] = []
