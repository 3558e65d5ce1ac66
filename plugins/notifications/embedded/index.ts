import { Failure, missingFeatures, maskSecrets, toRfc3339, restoreSecrets } from 'stowage'
import type { NotificationsBackend, Properties } from '../backend.ts'
import type { Endpoint } from '../contract.ts'
import { testConnection } from '../backend/connection-test.ts'
import type { Service } from '../services.ts'
import { arnOf, backlogOf, type Index, getByName, targetNameOf, type TargetRecord } from 'stowage/engines/embedded'
import {
  type EmbeddedCalls,
  type EmbeddedAdapterContext,
  type EmbeddedBackgroundContext,
  ENDPOINT,
  parseAddress,
  createTimeSlice,
} from 'stowage/server'
import { deliverEvents } from './delivery.ts'
import * as messages from '../messages.ts'

export const background = (context: EmbeddedBackgroundContext) => deliverEvents(context)

/** How calls appear in Trace and in the audit log. */
export const calls: EmbeddedCalls<NotificationsBackend> = {
  names: {
    list: 'admin.ServerInfo',
    target: 'admin.GetConfigKV',
    add: 'admin.SetConfigKV',
    set: 'admin.SetConfigKV',
    remove: 'admin.DelConfigKV',
    test: 'admin.TestTarget',
    buckets: 's3.GetBucketNotification',
  },
}

const CHANGE = 'admin:ConfigUpdate'

/** Settings of a webhook on this engine; it queues events in its own index, and has no client certificates. */
const settings = ['endpoint', 'auth_token', 'queue_limit', 'comment']

/** Timeout of the connection test while saving, in ms. */
const CONNECT_TIMEOUT = 5000

const noTarget = (name: string) => new Failure(404, `There is no target webhook:${name}`)

const targetOf = (index: Index, { id }: Service, name: string): TargetRecord => {
  const record = id === 'webhook' ? getByName(index.targets, name) : undefined
  if (!record) throw noTarget(name)
  return record
}

const toEndpoint = (index: Index, name: string, record: TargetRecord, mayConfigure: boolean): Endpoint => {
  const { waiting, lost, failing } = backlogOf(index.backlogs, record)
  return {
    service: 'webhook',
    account_id: name,
    status: failing ? 'offline' : 'online',
    arn: arnOf(name),
    // some addresses contain credentials
    ...(mayConfigure && { address: maskSecrets(record.endpoint) }),
    queued: waiting,
    queueLimit: record.limit ?? index.defaultQueueLimit(),
    ...(lost > 0 && { dropped: lost }),
    ...(failing && { problem: failing.reason, since: toRfc3339(failing.since) }),
  }
}

/** Webhooks of the embedded engine, stored in its index; `delivery.ts` delivers the events. */
export default ({ authenticate, outbound }: EmbeddedAdapterContext): NotificationsBackend => {
  const enterToChange = () => {
    const here = authenticate()
    here.caller.assert(CHANGE)
    return here
  }

  const assertSettings = (properties: Properties) => {
    const unsupported = Object.entries(properties).find(([key, value]) => value !== '' && !settings.includes(key))
    if (unsupported) throw new Failure(400, messages.settingNotSupported(unsupported[0]), { field: unsupported[0] })
  }

  /**
   * Validates settings and encrypts their secret. Returns a function that applies them to a record; omitted settings
   * stay.
   */
  const prepareSettings = async (before: TargetRecord, properties: Properties) => {
    assertSettings(properties)
    const { index, vault } = authenticate()
    const { endpoint: newEndpoint, auth_token, queue_limit, comment } = properties
    let endpoint: string | undefined
    if (newEndpoint !== undefined) {
      const unmasked = restoreSecrets(newEndpoint, before.endpoint)
      if (unmasked === undefined) throw new Failure(400, 'endpoint: enter the password again', { field: 'endpoint' })
      endpoint = parseAddress('endpoint', unmasked, ENDPOINT).text
      await outbound.dial(endpoint, { ...ENDPOINT, deadline: CONNECT_TIMEOUT })
    }
    if (auth_token && !index.counters.get('encryption key')) await vault.makeKey()
    const token = auth_token && (await vault.seal(auth_token))
    return (record: TargetRecord): TargetRecord => {
      const next = { ...record }
      if (endpoint !== undefined) next.endpoint = endpoint
      if (token) next.token = token
      else if (token === '') delete next.token
      if (queue_limit !== undefined) {
        if (Number(queue_limit) > 0) next.limit = Number(queue_limit)
        else delete next.limit
      }
      if (comment !== undefined) {
        if (comment) next.comment = comment
        else delete next.comment
      }
      return next
    }
  }

  const store = (index: Index, name: string, record: TargetRecord) => {
    if (record.token) void index.counters.put('encryption key', 1)
    void index.targets.put(name, record)
    // retries delivery, since the target may be reachable now
    index.notify()
  }

  return {
    list: async () => {
      const { index, caller } = authenticate()
      caller.assert('admin:ServerInfo')
      const mayConfigure = caller.may(CHANGE)
      return Array.from(index.targets.getRange(), ({ key, value }) => toEndpoint(index, key, value, mayConfigure))
    },

    target: async (service, name) => {
      const { index } = enterToChange()
      const { endpoint, token, limit, comment } = targetOf(index, service, name)
      return {
        service: 'webhook',
        account_id: name,
        properties: {
          endpoint: maskSecrets(endpoint),
          ...(limit !== undefined && { queue_limit: String(limit) }),
          ...(comment && { comment }),
        },
        secrets: token ? ['auth_token'] : [],
        fromEnvironment: {},
      }
    },

    add: async (service, name, properties) => {
      const { index } = enterToChange()
      if (service.id !== 'webhook') throw new Failure(501, missingFeatures['event-services'])
      const assertNameIsFree = () => {
        if (getByName(index.targets, name)) throw new Failure(409, messages.webhookTargetExists(name))
      }
      assertNameIsFree()
      const before = { id: 0, endpoint: '' }
      const apply = await prepareSettings(before, properties)
      await index.write(() => {
        assertNameIsFree()
        const id = (index.counters.get('target') ?? 0) + 1
        void index.counters.put('target', id)
        store(index, name, apply({ ...before, id }))
      })
      return 'now'
    },

    set: async (service, name, properties) => {
      const { index } = enterToChange()
      const before = targetOf(index, service, name)
      const apply = await prepareSettings(before, properties)
      await index.write(() => {
        const record = targetOf(index, service, name)
        if (record.id !== before.id) throw noTarget(name)
        store(index, name, apply(record))
      })
      return 'now'
    },

    remove: async (service, name) => {
      const { index } = enterToChange()
      await index.writeAnyway(() => {
        targetOf(index, service, name)
        void index.targets.remove(name)
        index.notify()
      })
      return 'now'
    },

    test: async (service, properties) => {
      enterToChange()
      if (service.id !== 'webhook') throw new Failure(501, missingFeatures['event-services'])
      return testConnection(outbound, service, properties)
    },

    buckets: async () => {
      const { index, caller } = enterToChange()
      const yieldIfDue = createTimeSlice()
      const result: { name: string; arns: string[] }[] = []
      for (const { name, events } of Array.from(index.buckets.getRange(), ({ value }) => value)) {
        await yieldIfDue()
        if (!events || !caller.may('s3:GetBucketNotification', { bucket: name })) continue
        result.push({ name, arns: [...new Set(events.map(({ arn }) => arn))].filter((arn) => targetNameOf(arn)) })
      }
      return { buckets: result, partial: false }
    },
  }
}
