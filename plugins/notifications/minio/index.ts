import * as v from 'valibot'
import { Failure, maskSecrets, restoreSecrets } from 'stowage'
import type { Applied, NotificationsBackend, Properties } from '../backend.ts'
import { testConnection } from '../backend/connection-test.ts'
import type { Endpoint } from '../contract.ts'
import { changesSinceStart, targetsAwaitingRestart, withChanges } from './awaiting-restart.ts'
import { type Service, services } from '../services.ts'
import { type ConfigTarget, entriesOf, hasSecret, readTargets } from 'stowage/engines/minio'
import type { MinioAdapterContext } from 'stowage/server'
import { elementsIn, fallbackOn, hasCode, unescape } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

const Status = v.object({ status: v.optional(v.string(), 'unknown') })

const Info = v.object({
  sqsARN: v.nullish(v.array(v.string()), []),
  services: v.optional(
    v.object({ notifications: v.nullish(v.array(entriesOf(v.nullish(v.array(entriesOf(Status)), []))), []) }),
    {},
  ),
})

/** Settings that contain a service's address. */
const addressKeys = [
  'endpoint',
  'url',
  'brokers',
  'broker',
  'address',
  'nsqd_address',
  'connection_string',
  'dsn_string',
]

const addressOf = ({ values, fromEnvironment }: ConfigTarget) => {
  const address = addressKeys.map((key) => fromEnvironment.get(key)?.value ?? values.get(key)).find(Boolean)
  return address === undefined ? undefined : maskSecrets(address)
}

const isSet = ({ values, fromEnvironment }: ConfigTarget) => fromEnvironment.size > 0 || values.get('enable') !== 'off'

/** Whether a target is configured but disabled; the server does not list such targets. */
const isOff = (configured: ConfigTarget) =>
  !configured.fromEnvironment.has('enable') &&
  configured.values.get('enable') === 'off' &&
  addressOf(configured) !== undefined

const noTarget = ({ id }: Service, name: string) =>
  new Failure(404, `There is no target ${id}:${name}`, {
    detail: messages.newTargetAfterRestart,
  })

/**
 * Clears settings left by an earlier target of the same name, above all secrets: they would be sent to the new host.
 */
const clearedSettings = ({ settings }: Service, stored: ConfigTarget | undefined): Properties =>
  Object.fromEntries(
    settings.flatMap(({ key, kind }) => {
      if (!stored) return []
      if (kind === 'secret') return hasSecret(stored, key) ? [[key, '']] : []
      const value = stored.values.get(key) ?? ''
      if (kind === 'text') return value === '' ? [] : [[key, '']]
      return key === 'queue_limit' && value !== '' && value !== '0' ? [[key, '0']] : []
    }),
  )

/** Notification targets of a MinIO server, part of its configuration (minio-server 3.9, 3.10). */
export default (caller: MinioAdapterContext): NotificationsBackend => {
  const { config } = caller

  const findTarget = async (service: Service, name: string) =>
    (await config.read(service.code)).find(({ target }) => target === name)

  /** A target as it will be after a restart: the server itself keeps reporting what it started with. */
  const findSaved = async (service: Service, name: string) => {
    const [running, changes] = await Promise.all([
      findTarget(service, name),
      // the uptime requires another permission
      fallbackOn(caller.serverInfo(v.unknown()), ['AccessDenied'], { info: {}, started: undefined }).then(
        ({ started }) => changesSinceStart(config, started),
      ),
    ])
    return running && withChanges(changes, service, running)
  }

  /** Restores masked secrets in properties from the stored settings. */
  const unmaskSettings = (properties: Properties, stored: ConfigTarget | undefined): Properties =>
    Object.fromEntries(
      Object.entries(properties).map(([key, value]) => {
        const unmaskedValue = restoreSecrets(value, stored?.values.get(key) ?? '')
        if (unmaskedValue === undefined) throw new Failure(400, `${key}: enter the password again`, { field: key })
        return [key, unmaskedValue]
      }),
    )

  const save = async (
    service: Service,
    name: string,
    properties: Properties,
    stored: ConfigTarget | undefined,
  ): Promise<Applied> => {
    const fixedKey = Object.keys(properties).find((key) => stored?.fromEnvironment.has(key))
    if (fixedKey)
      throw new Failure(
        400,
        messages.setByEnvironmentVariable(fixedKey, stored?.fromEnvironment.get(fixedKey)?.variable),
        { field: fixedKey },
      )
    const keys = await config.keys(service.code)
    return config.write(service.code, name, unmaskSettings(properties, stored), keys)
  }

  return {
    list: async () => {
      const { info, started } = await caller.serverInfo(Info)
      const { sqsARN, services: delivery } = info
      const reported = (delivery.notifications ?? []).flatMap((kinds) =>
        kinds.flatMap(([service, targets]) =>
          (targets ?? []).flatMap((one) => one.map(([id, { status }]) => ({ service, id, status }))),
        ),
      )
      // addresses are part of the configuration, which requires another permission
      const configText = await config.readAll().catch(() => '')
      const details = new Map(services.map(({ id, code }) => [id, readTargets(configText, code)]))
      const off = [...details].flatMap(([service, targets]) =>
        targets
          .filter(
            (configured) =>
              isOff(configured) && !reported.some((one) => one.service === service && one.id === configured.target),
          )
          .map((configured) => ({
            service,
            account_id: configured.target,
            status: 'off',
            address: addressOf(configured) ?? '',
          })),
      )
      const changes = await changesSinceStart(config, started)
      const isChanged = (name: string) => changes.some(({ service, target }) => `${service}:${target}` === name)
      const running = reported.map(({ service, id, status }): Endpoint => {
        const configured = details.get(service)?.find(({ target }) => target === id)
        const address = configured && addressOf(configured)
        const arn = (sqsARN ?? []).find((one) => one.endsWith(`:${id}:${service}`))
        return {
          service,
          account_id: id,
          status: status.toLowerCase(),
          ...(arn && { arn }),
          ...(address && { address }),
          ...(isChanged(`${service}:${id}`) && { changePending: true }),
        }
      })
      const listedNames = new Set([...running, ...off].map(({ service, account_id: id }) => `${service}:${id}`))
      return [
        ...running,
        ...off,
        ...targetsAwaitingRestart(changes).filter(
          ({ service, account_id: id }) => !listedNames.has(`${service}:${id}`),
        ),
      ]
    },

    target: async (service, name) => {
      const configured = await findSaved(service, name)
      if (!configured || !(isSet(configured) || isOff(configured))) throw noTarget(service, name)
      const { values, fromEnvironment } = configured
      const visible = service.settings.filter(({ kind }) => kind !== 'secret')
      const secrets = service.settings.filter(({ kind, key }) => kind === 'secret' && hasSecret(configured, key))
      const read = visible.flatMap(({ key }) => {
        const value = fromEnvironment.get(key)?.value ?? values.get(key)
        return value === undefined ? [] : [[key, maskSecrets(value)] as const]
      })
      return {
        service: service.id,
        account_id: name,
        properties: Object.fromEntries(read),
        secrets: secrets.map(({ key }) => key),
        fromEnvironment: Object.fromEntries([...fromEnvironment].map(([key, { variable }]) => [key, variable])),
        state: isOff(configured) ? 'off' : 'on',
      }
    },

    add: async (service, name, properties) => {
      const stored = await findTarget(service, name)
      if (stored && isSet(stored)) throw new Failure(409, `The target ${service.id}:${name} already exists`)
      if (stored && isOff(stored)) throw new Failure(409, messages.disabledTargetExists(service.id, name))
      const filled = Object.entries(properties).filter(([, value]) => value !== '')
      return save(service, name, { ...clearedSettings(service, stored), ...Object.fromEntries(filled) }, undefined)
    },

    set: async (service, name, properties) => {
      const stored = await findSaved(service, name)
      if (!stored || !(isSet(stored) || isOff(stored))) throw noTarget(service, name)
      // the server does not accept an empty limit as none
      const limits = properties.queue_limit === '' ? { queue_limit: '0' } : {}
      return save(service, name, { ...properties, ...limits }, stored)
    },

    remove: async (service, name) => {
      const stored = await findTarget(service, name)
      if (stored?.fromEnvironment.has('enable'))
        throw new Failure(409, messages.targetSetByEnvironment(stored.fromEnvironment.get('enable')?.variable))
      try {
        return await config.remove(service.code, name)
      } catch (error) {
        if (hasCode(error, 'XMinioConfigError')) throw noTarget(service, name)
        throw error
      }
    },

    test: async (service, properties) => {
      // the server is not involved, so check the permission here
      await caller.assertGranted('admin:ConfigUpdate')
      return testConnection(caller.outbound, service, properties)
    },

    buckets: async () => {
      await caller.assertGranted('admin:ConfigUpdate')
      const { results, partial } = await caller.readEachBucket({
        action: 's3:GetBucketNotification',
        query: 'notification',
      })
      const buckets = results.map(({ name, text }) => {
        const queues = elementsIn(elementsIn(text)[0]?.inner ?? '').flatMap(({ inner }) =>
          elementsIn(inner).filter((part) => part.name === 'Queue'),
        )
        return { name, arns: [...new Set(queues.map(({ inner }) => unescape(inner).trim()))] }
      })
      return { buckets: buckets.filter(({ arns }) => arns.length > 0), partial }
    },
  }
}
