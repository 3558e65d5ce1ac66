import { plugins } from '../plugins/index.ts'
import { pageOf, shell } from './shell/app.tsx'

/** The console on the plugins of `plugins/index.ts`, in one chunk that comes with a session. */
export const signedIn = shell(plugins)

/** Loads the code of the page at a path. */
export const pageAt = pageOf(plugins)
