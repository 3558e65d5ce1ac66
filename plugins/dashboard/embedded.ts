import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { createMeasures, scraping } from './adapters/measures.ts'
import type { DashboardBackend } from './backend.ts'
import type { Drive } from './contract.ts'
import { createOwnSamples } from './embedded/own-samples.ts'
import type { EmbeddedGround, EmbeddedKit } from '../../engines/embedded/kit.ts'
import type { Calls } from '../../engines/embedded/traced.ts'
import { usageOf } from '../../engines/embedded/store/versions.ts'

/** The data folder as a drive: the file system that it lies on. */
const driveOf = async (folder: string, isThere: boolean): Promise<Drive> => {
  const found = isThere ? await statfs(folder).catch(() => undefined) : undefined
  const { blocks, bfree, bavail, bsize } = found ?? { blocks: 0, bfree: 0, bavail: 0, bsize: 0 }
  return {
    uuid: '',
    state: found ? 'ok' : 'missing',
    endpoint: resolve(folder),
    drivePath: resolve(folder),
    rootDisk: false,
    healing: false,
    model: '',
    totalSpace: blocks * bsize,
    usedSpace: (blocks - bfree) * bsize,
    availableSpace: bavail * bsize,
  }
}

/** How the calls are told of. */
export const calls: Calls = { family: 'admin', names: { info: 'admin.ServerInfo' } }

/** The state of the embedded engine: one server, this one, with one drive. */
export default ({ enter, folder, version }: EmbeddedKit): DashboardBackend => ({
  info: async () => {
    const { index, caller } = enter()
    caller.assert('admin:ServerInfo')
    const isThere = await index.assertThere().then(
      () => true,
      () => false,
    )
    const drive = await driveOf(folder, isThere)
    const usages = Array.from(index.buckets.getRange(), ({ value }) => usageOf(index, value))
    const sum = (of: 'size' | 'objects') => usages.reduce((total, usage) => total + usage[of], 0)
    const host = hostname()
    return {
      buckets: usages.length,
      objects: sum('objects'),
      usage: sum('size'),
      capacity: sum('size') + drive.availableSpace,
      servers: [
        {
          state: 'online',
          endpoint: host,
          uptime: Math.floor(process.uptime()),
          version,
          commitID: '',
          network: { [host]: 'online' },
          drives: [drive],
        },
      ],
    }
  },
})

/** The engine counts for itself, every quarter of a minute. */
export const background = (ground: EmbeddedGround) => scraping({ ...ground, measures: ground.common(createMeasures), read: createOwnSamples(ground) })
