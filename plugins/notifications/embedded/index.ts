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

  /** Applies settings to a record and encrypts its secret; omitted settings stay. */
  const applySettings = async (before: TargetRecord, properties: Properties): Promise<TargetRecord> => {
    assertSettings(properties)
    const { index, vault } = authenticate()
    const { endpoint: newEndpoint, auth_token, queue_limit, comment } = properties
    const unmaskedEndpoint = newEndpoint === undefined ? before.endpoint : restoreSecrets(newEndpoint, before.endpoint)
    if (unmaskedEndpoint === undefined)
      throw new Failure(400, 'endpoint: enter the password again', { field: 'endpoint' })
    const endpoint =
      newEndpoint === undefined ? unmaskedEndpoint : parseAddress('endpoint', unmaskedEndpoint, ENDPOINT).text
    if (newEndpoint !== undefined) await outbound.dial(endpoint, { ...ENDPOINT, deadline: CONNECT_TIMEOUT })
    const next: TargetRecord = { ...before, endpoint }
    if (auth_token === '') delete next.token
    else if (auth_token !== undefined) {
      if (!index.counters.get('encryption key')) await vault.makeKey()
      next.token = await vault.seal(auth_token)
    }
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
      const record = await applySettings({ id: 0, endpoint: '' }, properties)
      await index.write(() => {
        assertNameIsFree()
        const id = (index.counters.get('target') ?? 0) + 1
        void index.counters.put('target', id)
        store(index, name, { ...record, id })
      })
      return 'now'
    },

    set: async (service, name, properties) => {
      const { index } = enterToChange()
      const before = targetOf(index, service, name)
      const record = await applySettings(before, properties)
      await index.write(() => {
        if (targetOf(index, service, name).id !== before.id) throw noTarget(name)
        store(index, name, record)
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
