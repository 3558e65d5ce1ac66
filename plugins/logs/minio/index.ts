import * as v from 'valibot'
import { Failure } from 'stowage'
import {
  type MinioAdapterContext,
  type MinioBackgroundContext,
  type Background,
  reauthorizeStream,
} from 'stowage/server'
import { toAuditRow } from '../backend/audit-row.ts'
import { createAudit, describeStore, hasRecords, readKeysLastUsed } from '../backend/audit.ts'
import { assertReachesThisConsole, createIntake, endpointOf, takeRecords } from '../backend/intake.ts'
import { createLogService } from '../backend/records/service.ts'
import type { LogsBackend } from '../backend.ts'
import { type LogsConfig, serviceTokenOf } from '../config.ts'
import { INTAKE, type LogLine, type Delivery } from '../contract.ts'
import { formatLogTime, matchesFilter } from '../log-filter.ts'
import * as messages from '../messages.ts'

/** A malformed line is shown as far as it can be parsed. */
const text = v.fallback(v.optional(v.string(), ''), '')

const args = v.object({ bucket: text, object: text })

const Entry = v.object({
  ConsoleMsg: text,
  node: text,
  level: text,
  errKind: text,
  time: text,
  deploymentid: text,
  api: v.fallback(
    v.nullish(v.object({ name: text, args: v.fallback(v.optional(args, {}), { bucket: '', object: '' }) })),
    null,
  ),
  remotehost: text,
  host: text,
  requestID: text,
  userAgent: text,
  message: text,
  error: v.fallback(
    v.nullish(
      v.object({
        message: text,
        source: v.fallback(v.optional(v.array(v.string()), []), []),
        variables: v.optional(v.unknown()),
      }),
    ),
    null,
  ),
})

/** Number of past lines to request from every node. */
const INITIAL_LINES = 100

/** Terminal color codes. */
const ansiColors = /\u001b\[[0-9;]*m/g

const variablesOf = (variables: unknown) =>
  Object.fromEntries(
    Object.entries(typeof variables === 'object' && variables !== null ? variables : {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

const toLogLine = ({ api, error, time, ConsoleMsg, ...entry }: v.InferOutput<typeof Entry>): LogLine => ({
  ...entry,
  ConsoleMsg: ConsoleMsg.replace(ansiColors, '').replace(/^\n/, ''),
  time: formatLogTime(time),
  at: time,
  ...(api && { api }),
  ...(error && { error: { ...error, variables: variablesOf(error.variables) } }),
})

/**
 * Configuration section and target name, and number of records per request: below it, they are sent within a second.
 */
const [SECTION, TARGET, BATCH] = ['audit_webhook', 'stowage', '50']

export { diagnose } from '../backend/diagnose.ts'

/** Logs of a MinIO server's nodes (minio-server 3.18), and its audit records. */
export default (caller: MinioAdapterContext): LogsBackend => {
  const audit = caller.sharedInstances(createAudit)
  const intake = caller.sharedInstances(createIntake)
  const config = caller.config
  const assertAllowed = () => caller.assertGranted('admin:ConsoleLog')

  /** Whether any webhook of the server leads to a console. */
  const deliveryOf = async (): Promise<Delivery> => {
    try {
      const targets = await config.read(SECTION)
      const leadsHere = targets.some(({ values, fromEnvironment }) => {
        const value = (key: string) => fromEnvironment.get(key)?.value ?? values.get(key) ?? ''
        return value('enable') !== 'off' && value('endpoint').endsWith(INTAKE)
      })
      return leadsHere ? 'configured' : 'not-configured'
    } catch (error) {
      // only accounts that may configure it may know
      if (error instanceof Failure && error.status < 500) return 'unknown'
      throw error
    }
  }

  return {
    follow: async function* (filter, signal) {
      const call = {
        method: 'GET',
        name: 'log',
        needs: 'admin:ConsoleLog',
        query: { limit: INITIAL_LINES, logType: 'ALL' },
      } as const
      const follow = (until: AbortSignal) => caller.admin.follow(Entry, { ...call, signal: until })
      // the server checks the permission only when the log is opened
      for await (const entry of reauthorizeStream(assertAllowed, follow, signal)) {
        const line = toLogLine(entry)
        if (matchesFilter(line, filter)) yield line
      }
    },
    search: async (search) => {
      await assertAllowed()
      return audit.search(search)
    },
    auditStatus: async () => {
      await assertAllowed()
      const unavailable = intake.unavailable()
      return {
        ...(await describeStore(audit, audit.hasService() ? 'external' : await deliveryOf())),
        ...(unavailable && { unavailable }),
      }
    },
    keysLastUsed: async (accessKeys) => {
      const readsLogs = (await caller.rights()).mayGrant('admin:ConsoleLog')
      const delivery = audit.hasService() ? 'external' : await deliveryOf()
      return readKeysLastUsed(audit, accessKeys, { account: caller.account, readsLogs, delivery })
    },
    admit: async (authorization) => {
      if (!intake.isTrial(authorization)) await intake.assertToken(authorization)
    },
    take: (authorization, body) => takeRecords(audit, intake, { authorization, body }),
    setUp: async (address) => {
      await assertAllowed()
      await caller.assertGranted('admin:ConfigUpdate')
      const endpoint = endpointOf(address)
      await audit.store()
      const reason = intake.unavailable()
      if (reason) throw new Failure(409, messages.auditWebhookNotSettable, { detail: reason })
      const keys = await config.keys(SECTION)
      await assertReachesThisConsole(caller.outbound, intake, endpoint)
      const values = {
        enable: 'on',
        endpoint,
        auth_token: await intake.token(),
        ...(keys.includes('batch_size') && { batch_size: BATCH }),
      }
      return config.write(SECTION, TARGET, values, keys)
    },
  }
}

/** Stores the records in the console's folder or in its database. */
export const background = (
  { sharedInstances, folder, auditEvents, keyValueStore, log, clock, outboundTo }: MinioBackgroundContext,
  config: LogsConfig,
): Background => {
  sharedInstances(createIntake).begin({ token: config.token, keep: keyValueStore, log })
  const audit = sharedInstances(createAudit)
  const { serviceUrl: url } = config
  const token = serviceTokenOf(config)
  const service = url && token ? createLogService({ url, token, outbound: outboundTo(url) }) : undefined
  const close = audit.open({ folder, config, service, log, clock })
  // no subscription if nothing is stored
  const leave =
    folder === undefined && config.database === undefined
      ? () => undefined
      : auditEvents.listen((act) => audit.note(toAuditRow(act)))
  return {
    features: hasRecords(folder, config) ? ['log-search'] : [],
    stop: async () => {
      leave()
      await close()
    },
  }
}
