import * as v from 'valibot'
import { Failure } from 'stowage'
import { lastRule, type NewReplication, type Relation, type ReplicationRule } from '../replication.ts'
import type { ReplicationBackend } from '../replication-backend.ts'
import { noReplication, noReplicationRule } from '../backend/replication-rule.ts'
import { listExternal, testConnection, TARGET_URL } from './remote.ts'
import { createReplicationStatus } from './replication-status.ts'
import {
  changeReplicationRule,
  type DocumentChange,
  replicationRulesIn,
  withReplicationRules,
  writeReplicationRule,
  type WrittenRule,
} from './replication-xml.ts'
import { createTargets, targetFields, targetProblem, toTargetError } from './targets.ts'
import type { MinioAdapterContext } from 'stowage/server'
import { fallbackOn } from 'stowage/engines/s3'
import * as messages from '../messages.ts'

const SiteReplication = v.object({ enabled: v.optional(v.boolean(), false) })

const NONE = ['ReplicationConfigurationNotFoundError']

/** The caller may not see the state of site replication, or the server has none. */
const UNKNOWN = ['AccessDenied', 'NotImplemented', 'XMinioAdminVersionMismatch']

const assertOwnPriority = (rules: readonly WrittenRule[], id: string, priority: number | undefined) => {
  const twin = rules.find(({ rule }) => rule.id !== id && rule.priority === priority)
  if (twin) throw new Failure(409, messages.priorityInUse(priority, twin.rule.id), { field: 'priority' })
}

/** Names the target in errors of changes that concern no particular one. */
const anyTarget = { targetURL: 'the target', destinationBucket: 'the target bucket' }

const withSecretHidden = (text: string, secret: string) => text.split(secret).join('…')

/** Bucket replication on a MinIO server (minio-server 3.14): rules in one document, targets in the admin API. */
export const createReplication = (caller: MinioAdapterContext): ReplicationBackend => {
  const { client, outbound } = caller
  const { read, edit } = caller.subResources
  const targets = createTargets(caller)
  const { status, resync, unreplicated } = createReplicationStatus(caller)

  const document = (bucket: string) => fallbackOn(read(bucket, 'replication'), NONE, undefined)
  const rulesOf = async (bucket: string) => replicationRulesIn((await document(bucket)) ?? '')

  const change = (bucket: string, plan: (rules: WrittenRule[]) => DocumentChange) =>
    edit(bucket, 'replication', { get: () => document(bucket), next: (xml) => withReplicationRules(xml, plan) })

  /** Rewrites one rule and returns its previous text. */
  const rewrite = async (
    bucket: string,
    id: string,
    next: (one: WrittenRule, rules: readonly WrittenRule[]) => string,
  ) => {
    let before = ''
    await change(bucket, (rules) => {
      const one = rules.find(({ rule }) => rule.id === id)
      if (!one) throw noReplicationRule(id)
      before = one.text
      const after = next(one, rules)
      return { each: (each) => (each.rule.id === id ? after : each.text) }
    })
    return before
  }

  /** Names a target in errors, as far as the caller may see it. */
  const describeTarget = async (bucket: string, arn: string | undefined) => {
    const target = arn === undefined ? undefined : (await targets.listIfAllowed(bucket))?.find((one) => one.arn === arn)
    return { targetURL: target?.endpoint ?? 'The target', destinationBucket: arn?.split(':').at(-1) ?? 'the bucket' }
  }

  const ruleOf = async (bucket: string, id: string) => {
    const existing = (await rulesOf(bucket)).find(({ rule }) => rule.id === id)
    if (!existing) throw noReplicationRule(id)
    return existing.rule
  }

  const isSiteReplicated = async () => {
    const call = { method: 'GET', name: 'site-replication/info', needs: 'admin:SiteReplicationInfo' } as const
    const query = { 'api-version': 1 }
    return (await fallbackOn(caller.admin.read(SiteReplication, { ...call, query }), UNKNOWN, { enabled: false }))
      .enabled
  }

  /** Checks all permissions first: the server checks them one by one and could apply half of a change. */
  const assertChange = async (bucket: string) => {
    await caller.assertGranted('s3:GetReplicationConfiguration', { bucket })
    await caller.assertGranted('s3:PutReplicationConfiguration', { bucket })
    await caller.assertGranted('admin:GetBucketTarget')
    await caller.assertGranted('admin:SetBucketTarget')
  }

  /**
   * Serializes changes of targets and rules per bucket, so that a rollback cannot remove a target that another change
   * has just added. `to` names the target in errors.
   */
  const serialized = <T>(bucket: string, work: () => Promise<T>, to = anyTarget) =>
    client.inTurn(`replication targets ${bucket}`, work).catch((error: unknown) => {
      throw toTargetError(error, bucket, to)
    })

  /** Removes the target that was created for a rule which the server then rejected, and reports it in the error. */
  const rollBack = async (error: unknown, bucket: string, arn: string) => {
    if (!(error instanceof Failure)) return error
    const remainingRules = await targets.dismiss(bucket, arn).then(
      () => messages.createdTargetRemoved,
      () => messages.createdTargetNotRemoved(arn),
    )
    return new Failure(error.status, error.message, {
      ...error,
      detail: [remainingRules, error.detail].filter(Boolean).join(' '),
    })
  }

  const add = async (relation: Relation, request: NewReplication) => {
    const { originBucket: bucket, destinationBucket } = relation
    const to = { targetURL: request.targetURL, destinationBucket }
    await assertChange(bucket)
    const work = async () => {
      await document(bucket)
      const { arn, made } = await targets.provide(relation, request)
      try {
        await change(bucket, (rules) => {
          const priority = Math.max(0, ...rules.map(({ rule }) => rule.priority)) + 1
          return { more: writeReplicationRule(request, arn, priority) }
        })
      } catch (error) {
        throw made ? await rollBack(toTargetError(error, bucket, to), bucket, arn) : error
      }
    }
    await serialized(bucket, work, to)
  }

  const withTargets = async (bucket: string): Promise<ReplicationRule[]> => {
    const rules = await rulesOf(bucket)
    const targetsOfBucket = rules.length > 0 ? await targets.listIfAllowed(bucket) : []
    return rules.map(({ rule }) => {
      const target = targetsOfBucket?.find(({ arn }) => arn === rule.destination.bucket)
      return { ...rule, ...(target && targetFields(target)) }
    })
  }

  return {
    replication: withTargets,

    isSiteReplicated,

    replicate: async (request) => {
      for (const { originBucket } of request.bucketsRelation) await assertChange(originBucket)
      await outbound.check(request.targetURL, TARGET_URL)
      return Promise.all(
        request.bucketsRelation.map(async (relation) => {
          const result = { originBucket: relation.originBucket, targetBucket: relation.destinationBucket }
          try {
            await client.oneOfMany(() => add(relation, request))
            return { ...result, errorString: '' }
          } catch (error) {
            if (!(error instanceof Failure) || error.status === 401) throw error
            const [message, errorString] = [error.message, [error.message, error.detail].filter(Boolean).join('. ')]
            return {
              ...result,
              errorString: withSecretHidden(errorString, request.secretKey),
              message: withSecretHidden(message, request.secretKey),
              ...(error.field && { field: error.field }),
            }
          }
        }),
      )
    },

    setReplicationRule: async (bucket, id, { target, ...settings }) => {
      await assertChange(bucket)
      const { credentials } = target ?? {}
      if (credentials) await outbound.check(credentials.targetURL, TARGET_URL)
      await serialized(bucket, async () => {
        const rule = await ruleOf(bucket, id)
        const arn = rule.destination.bucket
        const after = {
          tags: settings.tags ? settings.tags.length > 0 : rule.tags !== '',
          markers: settings.replicateDeleteMarkers ?? rule.delete_marker_replication,
        }
        if (after.tags && after.markers && (settings.tags || settings.replicateDeleteMarkers !== undefined))
          throw new Failure(400, messages.deleteMarkersHaveNoTagsInField, {
            field: 'replicateDeleteMarkers',
          })
        const to = { targetURL: credentials?.targetURL ?? 'the target', destinationBucket: arn.split(':').at(-1) ?? '' }
        try {
          const before = await rewrite(bucket, id, (one, rules) => {
            assertOwnPriority(rules, id, settings.priority)
            return changeReplicationRule(one.text, settings)
          })
          try {
            if (target) await targets.update(bucket, arn, target)
          } catch (error) {
            await rewrite(bucket, id, () => before)
            throw error
          }
        } catch (error) {
          throw toTargetError(error, bucket, to)
        }
      })
    },

    removeReplicationRule: async (bucket, id) => {
      await assertChange(bucket)
      await serialized(bucket, async () => {
        const { destination } = await ruleOf(bucket, id)
        // otherwise the last rule would be refused for another reason
        if (await isSiteReplicated()) throw new Failure(400, messages.rulesManagedBySiteReplication)
        let others: string[] = []
        await change(bucket, (rules) => {
          const remaining = rules.filter(({ rule }) => rule.id !== id)
          if (remaining.length === 0) throw new Failure(409, lastRule)
          others = remaining.map(({ rule }) => rule.destination.bucket)
          return { each: (one) => (one.rule.id === id ? '' : one.text) }
        })
        if (!others.includes(destination.bucket)) await targets.dismiss(bucket, destination.bucket)
      })
    },

    removeReplication: async (bucket) => {
      await assertChange(bucket)
      await serialized(bucket, async () => {
        let arns: string[] = []
        await edit(bucket, 'replication', {
          get: () => document(bucket),
          next: (xml) => {
            const rules = replicationRulesIn(xml ?? '')
            if (rules.length === 0) throw noReplication(bucket)
            arns = [...new Set(rules.map(({ rule }) => rule.destination.bucket))]
            return undefined
          },
        })
        for (const arn of arns) await targets.dismiss(bucket, arn)
      })
    },

    replicationStatus: async (bucket) => {
      const rules = await rulesOf(bucket)
      if (rules.length === 0) return { pending: { objects: 0, bytes: 0 }, uptime: 0, targets: [] }
      const arns = [...new Set(rules.map(({ rule }) => rule.destination.bucket))]
      return status(bucket, arns, await targets.listIfAllowed(bucket))
    },

    checkReplication: async (bucket) => {
      const rules = await rulesOf(bucket)
      if (rules.length === 0) return { ok: false, text: 'There is no rule yet' }
      try {
        const response = await read(bucket, 'replication-check')
        if (response.includes('<ListBucketResult')) return { ok: false, text: messages.replicationNotChecked }
        return {
          ok: true,
          text: messages.allTargetsReachable,
        }
      } catch (error) {
        if (!(error instanceof Failure) || error.status === 401) throw error
        const arns = new Set(rules.flatMap(({ rule }) => (rule.status === 'Enabled' ? rule.destination.bucket : [])))
        // the error does not say which of several targets it is about
        const [arn] = arns.size === 1 ? arns : []
        return { ok: false, text: targetProblem(error, await describeTarget(bucket, arn))?.message ?? error.message }
      }
    },

    resync: async (bucket, id) => {
      await caller.assertGranted('s3:GetReplicationConfiguration', { bucket })
      await caller.assertGranted('s3:ResetBucketReplicationState', { bucket })
      const rule = await ruleOf(bucket, id)
      if (rule.status === 'Disabled') throw new Failure(409, messages.resumeRuleFirst)
      if (!rule.existing_objects) throw new Failure(409, messages.enableExistingObjectsFirst)
      const arn = rule.destination.bucket
      const to = await describeTarget(bucket, arn)
      await resync(bucket, arn).catch((error: unknown) => {
        const problem = targetProblem(error, to)
        throw problem ? new Failure(409, problem.message) : error
      })
    },

    unreplicated: async (bucket, id, signal) => {
      await caller.assertGranted('s3:GetReplicationConfiguration', { bucket })
      await caller.assertGranted('admin:ReplicationDiff')
      return unreplicated(bucket, (await ruleOf(bucket, id)).destination.bucket, signal)
    },

    externalBuckets: async (at) => {
      await caller.assertGranted('admin:SetBucketTarget')
      return listExternal(caller, at)
    },

    testTarget: async (connection) => {
      await caller.assertGranted('admin:SetBucketTarget')
      return testConnection(caller, connection)
    },
  }
}
