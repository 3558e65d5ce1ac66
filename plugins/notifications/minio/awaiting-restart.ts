import { readTargets } from 'stowage/engines/minio'
import type { MinioAdapterContext } from 'stowage/server'
import type { Endpoint } from '../contract.ts'
import { services } from '../services.ts'
import { fallbackOn } from 'stowage/engines/s3'

const REFUSED = ['AccessDenied']

/**
 * Targets saved since the server started, which it does not use yet. The server lists only targets in use, so these are
 * read from its configuration history. Empty if the account may not read the configuration.
 */
export const targetsAwaitingRestart = async (
  config: MinioAdapterContext['config'],
  uptimes: readonly number[],
): Promise<Endpoint[]> => {
  const started = Date.now() - Math.min(...uptimes) * 1000
  const history = await fallbackOn(config.history(), REFUSED, [])
  const saved = new Map<string, Endpoint>()
  const newEntries = history
    .filter(({ createTime }) => Date.parse(createTime) > started)
    .sort((one, other) => Date.parse(one.createTime) - Date.parse(other.createTime))
  for (const { data, kind } of newEntries)
    for (const { id, code } of services)
      for (const { target, values } of readTargets(data, code)) {
        const name = `${id}:${target}`
        if (kind === 'reset' || values.get('enable') === 'off') saved.delete(name)
        else saved.set(name, { service: id, account_id: target, status: '', restartPending: true })
      }
  return [...saved.values()]
}
