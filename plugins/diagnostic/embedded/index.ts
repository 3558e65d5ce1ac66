import { Failure } from 'stowage'
import type { DiagnosticBackend } from '../backend.ts'
import { profileOf } from './profile.ts'
import { reportOf } from './report.ts'
import { measure } from './speed.ts'
import type { EmbeddedAdapterContext } from 'stowage/server'
import * as messages from '../messages.ts'

/** Diagnostics of this machine, this process (storage and console), and the data folder. */
export default ({ authenticate, folder, version }: EmbeddedAdapterContext): DiagnosticBackend => ({
  report: async function* (_, signal) {
    const { index, caller } = authenticate()
    caller.assert('admin:OBDInfo')
    for await (const report of reportOf({ index, folder, version })) {
      if (signal.aborted) return
      yield report
    }
  },
  speed: async function* (kind, load, signal) {
    const { blobs, caller } = authenticate()
    caller.assert('admin:OBDInfo')
    if (kind === 'net') throw new Failure(501, messages.networkTestNeedsSeveralServers)
    yield* measure({ blobs, folder }, kind, load, signal)
  },
  profile: async (type, seconds, signal) => {
    authenticate().caller.assert('admin:Profiling')
    return profileOf(type, seconds, signal)
  },
})
