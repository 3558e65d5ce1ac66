import { resolve } from 'node:path'

/** The folder of the production build under test: the test run makes its own, by hand it is `dist/`. */
export const dist = resolve(process.env.STOWAGE_DIST ?? 'dist')
