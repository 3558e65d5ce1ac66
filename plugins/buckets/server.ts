import { Failure, filterMatches } from 'stowage'
import { serve, type ServerPlugin } from 'stowage/server'
import type { BucketsBackend } from './backend.ts'
import { buckets, noEncryption, noLifecycle, type Page, pages } from './contract.ts'
import { eventNames } from './events.ts'
import { extensions } from './extensions.ts'
import { toWire } from './lifecycle.ts'
import { replicationRoutes } from './replication-server.ts'
import { sections } from './sections.ts'
import * as messages from './messages.ts'

export default {
  id: 'buckets',
  pages,
  sections,
  routes: [
    ...serve<typeof buckets, BucketsBackend>(buckets, {
      list: async ({ backend }) => {
        const list = await backend.list()
        return { buckets: list, total: list.length }
      },
      find: async ({ backend, query }) => filterMatches(await backend.list(), query.text, ({ name }) => name),
      add: ({ backend, body }) => backend.add(body),
      info: async ({ backend, params }) => {
        const access = backend.access(params.bucket).catch((error: unknown) => {
          if (error instanceof Failure && error.status === 501) return undefined
          throw error
        })
        const [level, details] = await Promise.all([access, backend.details(params.bucket)])
        return { name: params.bucket, ...(level && { access: level }), ...details }
      },
      remove: ({ backend, params, body }) => backend.remove(params.bucket, body?.abort_uploads ? 'abort' : undefined),
      setAccess: async ({ backend, params, body }) => {
        await backend.setAccess(params.bucket, body.access)
        return { name: params.bucket, access: body.access }
      },
      versioning: async ({ backend, params }) => {
        const versioning = await backend.versioning(params.bucket)
        return { is_versioned: versioning.status === 'Enabled', ...versioning }
      },
      setVersioning: ({ backend, params, body }) =>
        backend.setVersioning(params.bucket, body.versioning, body.remove_exclusions ? 'removed' : 'preserved'),
      locking: async ({ backend, params }) => ({ object_locking_enabled: await backend.locking(params.bucket) }),
      retention: ({ backend, params }) => backend.retention(params.bucket),
      setRetention: ({ backend, params, body }) => backend.setRetention(params.bucket, body),
      removeRetention: ({ backend, params }) => backend.setRetention(params.bucket, undefined),
      quota: ({ backend, params }) => backend.quota(params.bucket),
      setQuota: async ({ backend, params, body }) => {
        if (body.enabled && body.quota_type === 'fifo') throw new Failure(400, 'Only hard quotas are supported')
        await backend.setQuota(params.bucket, body.enabled ? body.amount : undefined)
      },
      encryption: async ({ backend, params }) => {
        const encryption = await backend.encryption(params.bucket)
        if (!encryption) throw new Failure(404, messages.encryptionNotConfigured, { code: noEncryption })
        return encryption
      },
      enableEncryption: ({ backend, params, body }) =>
        backend.setEncryption(
          params.bucket,
          body.encType === 'sse-s3'
            ? { algorithm: 'AES256', kmsMasterKeyID: '' }
            : { algorithm: 'aws:kms', kmsMasterKeyID: body.kmsKeyID },
        ),
      disableEncryption: ({ backend, params }) => backend.setEncryption(params.bucket, undefined),
      lifecycle: async ({ backend, params }) => {
        const rules = await backend.lifecycle(params.bucket)
        if (rules.length === 0) throw new Failure(404, messages.lifecycleNotConfigured, { code: noLifecycle })
        return { lifecycle: rules.map(toWire) }
      },
      addLifecycleRule: ({ backend, params, body }) => backend.addLifecycleRule(params.bucket, body),
      setLifecycleRule: ({ backend, params, body }) => backend.setLifecycleRule(params.bucket, params.id, body),
      removeLifecycleRule: ({ backend, params }) => backend.removeLifecycleRule(params.bucket, params.id),
      events: async ({ backend, params }) => {
        const events = await backend.events(params.bucket)
        return { events, total: events.length }
      },
      addEvent: ({ backend, params, body }) => {
        const { configuration, ignoreExisting } = body
        const events = configuration.events.length > 0 ? configuration.events : Object.keys(eventNames)
        return backend.addEvent(params.bucket, { ...configuration, events }, ignoreExisting ? 'ignored' : 'refused')
      },
      removeEvents: ({ backend, params, body }) => backend.removeEvents(params.bucket, params.arn, body),
      arns: async ({ backend }) => ({ arns: await backend.arns() }),
      accessRules: async ({ backend, params }) => {
        const { rules, others } = await backend.accessRules(params.bucket)
        return { accessRules: rules, statements: others }
      },
      setAccessRule: async ({ backend, params, body }) => {
        await backend.setAccessRule(params.bucket, body)
        return true
      },
      removeAccessRule: async ({ backend, params, body }) => {
        await backend.removeAccessRule(params.bucket, body.prefix)
        return true
      },
      policies: async ({ backend, params }) => {
        const policies = await backend.policies(params.bucket)
        return { policies, total: policies.length }
      },
      users: async ({ backend, params }) => (await backend.usersWithAccess(params.bucket)).map(({ user }) => user),
      usersWithAccess: ({ backend, params }) => backend.usersWithAccess(params.bucket),
    }),
    ...replicationRoutes,
    ...extensions,
  ],
  adapters: {
    embedded: () => import('./embedded/index.ts'),
    minio: () => import('./minio/index.ts'),
    s3: () => import('./s3/index.ts'),
  },
} satisfies ServerPlugin<Page, BucketsBackend>
