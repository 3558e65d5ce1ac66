import { plugins } from '../plugins/index.ts'
import { shell } from './shell/app.tsx'

/** The console on the plugins of `plugins/index.ts`, in one chunk that comes with a session. */
export const signedIn = () => shell(plugins)
