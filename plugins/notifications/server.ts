import * as v from 'valibot'
import { Failure, filterMatches, maskSecrets, TargetName } from 'stowage'
import { serve, type ServerPlugin } from 'stowage/server'
import type { NotificationsBackend, Properties } from './backend.ts'
import { notifications, type Page, pages } from './contract.ts'
import { type Service, serviceOf, valueOf } from './services.ts'
import { sections } from './sections.ts'
import * as messages from './messages.ts'

const serviceNamed = (name: string): Service => {
  const service = serviceOf(name)
  if (!service) throw new Failure(404, `There is no service "${name}"`)
  return service
}

const requireService = (name: string): Service => {
  const service = serviceOf(name)
  if (!service) throw new Failure(422, messages.unknownService(name), { field: 'service' })
  return service
}

/** The setting that enables a target; every service has it. */
const ENABLE = 'enable'

/** Throws `Failure` 422 for the first setting that is unknown to the service or, unless `mode` is `names`, invalid. */
const assertSettings = (
  { settings, title }: Service,
  properties: Properties,
  mode: 'all' | 'some' | 'names',
): Properties => {
  const settingError = (key: string, message: string) =>
    new Failure(422, `properties.${key} in body: ${message}`, { field: `properties.${key}` })
  const { [ENABLE]: enable } = properties
  if (enable !== undefined && (mode === 'all' || !['on', 'off'].includes(enable)))
    throw settingError(ENABLE, mode === 'all' ? messages.newTargetIsAlways : 'Enter on or off')
  for (const key of Object.keys(properties).filter((name) => name !== ENABLE))
    if (!settings.some((setting) => setting.key === key)) throw settingError(key, `${title} has no such setting`)
  if (mode === 'names') return properties
  for (const setting of settings) {
    const value = properties[setting.key]
    if (value === undefined && (mode === 'some' || !setting.required || setting.value !== undefined)) continue
    const { issues } = v.safeParse(valueOf(setting), value ?? '')
    if (issues) throw settingError(setting.key, issues[0].message)
  }
  return properties
}

/** The storage server's defaults by key or kind, as clients of the former console expect them. */
const unset: Readonly<Record<string, string | undefined>> = { max_open_connections: '2', number: '0', flag: 'off' }

/** Parses `webhook:peer` of a path; a target in the body applies if the path names none. */
const parseTarget = (text: string, fallback: string) => {
  const [name = '', target = fallback] = text.split(':')
  if (!v.is(TargetName, target)) throw new Failure(422, messages.targetNameInvalid, { field: 'service' })
  return { name, target }
}

/** A target, or a fallback if it does not exist. */
const targetOr = <Fallback>(backend: NotificationsBackend, service: Service, name: string, fallback: Fallback) =>
  backend.target(service, name).catch((error: unknown) => {
    if (error instanceof Failure && error.status === 404) return fallback
    throw error
  })

export default {
  id: 'notifications',
  pages,
  sections,
  routes: serve(notifications, {
    list: async ({ backend }) => ({ notification_endpoints: await backend.list() }),
    add: async ({ backend, body, needRestart }) => {
      const service = requireService(body.service)
      const restart =
        (await backend.add(service, body.account_id, assertSettings(service, body.properties, 'all'))) === 'restarted'
      if (restart) needRestart()
      const settings = service.settings.flatMap(({ key, kind }) => {
        const value = body.properties[key]
        return value === undefined || kind === 'secret' ? [] : [[key, maskSecrets(value)]]
      })
      return {
        service: body.service,
        account_id: body.account_id,
        properties: Object.fromEntries(settings) as Record<string, string>,
        restart,
      }
    },
    former: async ({ backend, params }) => {
      const { name, target } = parseTarget(params.service, '_')
      const service = serviceNamed(`notify_${name}`)
      const stored = await targetOr(backend, service, target, undefined)
      const settings = service.settings.map(({ key, kind, value = unset[key] ?? unset[kind] }) => {
        const set = stored?.properties[key] || value
        return { key, ...(set && { value: set }) }
      })
      const enable = { key: ENABLE, value: stored && stored.state !== 'off' ? 'on' : 'off' }
      return { name: target === '_' ? service.code : `${service.code}:${target}`, key_values: [enable, ...settings] }
    },
    save: async ({ backend, params, body, needRestart }) => {
      const { name: kind, target: name } = parseTarget(params.service, body.arn_resource_id)
      const service = serviceNamed(`notify_${kind}`)
      // older forms sent `queue-dir`, which the storage server would parse as part of another value
      const settings = body.key_values
        .filter(({ value }) => value !== '')
        .map(({ key, value }) => [key.replaceAll('-', '_'), value])
      const properties = Object.fromEntries(settings) as Record<string, string>
      const exists = (await targetOr(backend, service, name, undefined)) !== undefined
      const work = exists
        ? backend.set(service, name, assertSettings(service, properties, 'some'))
        : backend.add(service, name, assertSettings(service, properties, 'all'))
      const restart = (await work) === 'restarted'
      if (restart) needRestart()
      return { restart }
    },
    target: ({ backend, params }) => backend.target(serviceNamed(params.service), params.target),
    set: async ({ backend, params, body, needRestart }) => {
      const service = serviceNamed(params.service)
      const restart =
        (await backend.set(service, params.target, assertSettings(service, body.properties, 'some'))) === 'restarted'
      if (restart) needRestart()
      return { restart }
    },
    remove: async ({ backend, params, needRestart }) => {
      const restart = (await backend.remove(serviceNamed(params.service), params.target)) === 'restarted'
      if (restart) needRestart()
      return { restart }
    },
    test: async ({ backend, body }) => {
      const service = requireService(body.service)
      // stored values may be ones that could not be entered here, and addresses are parsed by the test
      return { steps: await backend.test(service, assertSettings(service, body.properties, 'names')) }
    },
    find: async ({ backend, query }) =>
      filterMatches(
        (await backend.list()).filter(({ restartPending }) => !restartPending),
        query.text,
        ({ service, account_id }) => `${service}:${account_id}`,
      ),
    buckets: ({ backend }) => backend.buckets(),
  }),
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
  },
} satisfies ServerPlugin<Page, NotificationsBackend>
