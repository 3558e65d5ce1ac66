import { type ConfigTarget, readTargets } from 'stowage/engines/minio'
import type { MinioAdapterContext } from 'stowage/server'
import type { Endpoint } from '../contract.ts'
import { type Service, services } from '../services.ts'
import { fallbackOn } from 'stowage/engines/s3'

const REFUSED = ['AccessDenied']

/** A saved change of a target; `values` has only what was set. */
type Change = { service: string; target: string; values: ConfigTarget['values']; kind: 'reset' | 'saved' }

/**
 * Changes of targets saved since the server started, oldest first, which it does not use yet. They are read from its
 * configuration history. Empty if the account may not read that. `started` is in ms since 1970.
 */
export const changesSinceStart = async (
  config: MinioAdapterContext['config'],
  started: number | undefined,
): Promise<Change[]> => {
  if (started === undefined) return []
  const history = await fallbackOn(config.history(started), REFUSED, [])
  return history.flatMap(({ data, kind }) =>
    services.flatMap(({ id, code }) =>
      readTargets(data, code).map(({ target, values }) => ({ service: id, target, values, kind })),
    ),
  )
}

/** Targets that were saved. The server lists only those in use. */
export const targetsAwaitingRestart = (changes: readonly Change[]): Endpoint[] => {
  const saved = new Map<string, Endpoint>()
  for (const { service, target, values, kind } of changes) {
    const name = `${service}:${target}`
    if (kind === 'reset' || values.get('enable') === 'off') saved.delete(name)
    else saved.set(name, { service, account_id: target, status: '', restartPending: true })
  }
  return [...saved.values()]
}

/** A running target with the values it will have after the restart; a target that was only reset stays as it runs. */
export const withChanges = (changes: readonly Change[], { id }: Service, running: ConfigTarget): ConfigTarget => {
  const own = changes.filter(({ service, target }) => service === id && target === running.target)
  const lastReset = own.findLastIndex(({ kind }) => kind === 'reset')
  const later = own.slice(lastReset + 1)
  if (later.length === 0) return running
  const before = lastReset < 0 ? [...running.values] : []
  return { ...running, values: new Map([...before, ...later.flatMap(({ values }) => [...values])]) }
}
