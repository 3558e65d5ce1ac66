import { resolve } from 'node:path'

/** Folder of the production build under test: the test run creates a separate one, otherwise `dist/`. */
export const dist = resolve(process.env.STOWAGE_DIST ?? 'dist')
