import { plugins } from '../plugins/index.ts'
import { pageOf, shell } from './shell/app.tsx'

/** The console with the plugins of `plugins/index.ts`, in one chunk that is loaded once there is a session. */
export const signedIn = shell(plugins)

export const pageAt = pageOf(plugins)
