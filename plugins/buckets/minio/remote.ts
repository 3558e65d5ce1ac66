import { Failure } from 'stowage'
import { type Connection, type ExternalBucket, type ExternalBuckets, type Step, steps } from '../replication.ts'
import { userConditionContext } from 'stowage/engines/minio'
import { createEvaluator, readPolicy } from 'stowage/iam'
import { type MinioAdapterContext, type AddressField, type CheckedHost, reasonOf, Unreachable } from 'stowage/server'
import { elementsIn, hasCode, unescape } from 'stowage/engines/s3'
import * as messages from '../messages.ts'
import { childrenOf } from '../s3/xml.ts'

/** The form field with the address of the remote server. */
export const TARGET_URL: AddressField = { field: 'targetURL', title: 'Target URL' }

/** Handshake timeout of a target, in ms. */
const HANDSHAKE_TIMEOUT = 5000

const textOf = (xml: string, name: string) =>
  unescape(childrenOf(xml).find((part) => part.name === name)?.inner ?? '').trim()

const remoteOf = (
  { remote }: Pick<MinioAdapterContext, 'remote'>,
  { targetURL, accessKey, secretKey, region }: ExternalBuckets,
) => remote({ url: targetURL, keys: { accessKey, secretKey }, region, at: TARGET_URL })

/** Turns a remote server's error into 400: its 401 or 503 would mean something else in this console. */
const toBadRequest = (error: unknown) => {
  if (error instanceof Unreachable || !(error instanceof Failure)) return error
  if (hasCode(error, 'InvalidAccessKeyId', 'SignatureDoesNotMatch'))
    return new Failure(400, messages.targetRefusesKeys, {
      field: 'accessKey',
      detail: error.detail,
    })
  return new Unreachable('status', TARGET_URL, messages.targetRefusedRequest(error.message), error.detail)
}

/** The buckets of another storage server, sorted by name. */
export const listExternal = async (caller: MinioAdapterContext, at: ExternalBuckets): Promise<ExternalBucket[]> => {
  const call = remoteOf(caller, at)
  try {
    const { body } = await call({ method: 'GET', path: '/' })
    const buckets = childrenOf(body).find(({ name }) => name === 'Buckets')
    if (!buckets) throw new Unreachable('status', TARGET_URL, 'no storage server answers there')
    return elementsIn(buckets.inner)
      .map(({ inner }) => {
        const [name, creation_date] = ['Name', 'CreationDate'].map((element) =>
          unescape(elementsIn(inner).find((one) => one.name === element)?.inner ?? ''),
        )
        return { name: name ?? '', ...(creation_date && { creation_date }) }
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1))
  } catch (error) {
    throw toBadRequest(error)
  }
}

type Probe = () => Promise<string>

/** The error as a sentence about this step. */
const messageOf = (error: unknown) => (error instanceof Error ? reasonOf(error) : String(error))

/**
 * With these headers a MinIO server checks write permission and stores nothing. Servers before August 2023 do not know
 * them, and would store an object if it had its digest.
 */
const probeHeaders = {
  'x-minio-source-replication-request': 'true',
  'x-minio-source-replication-check': 'true',
  'content-md5': Buffer.alloc(16).toString('base64'),
}

/** Permissions that replicating objects, tags and deletions needs at the target in addition to writing. */
const neededActions = [
  's3:ReplicateObject',
  's3:ReplicateDelete',
  's3:ReplicateTags',
  's3:DeleteObject',
  's3:GetObject',
] as const

/** The needed actions that an account's policies do not grant. */
const missingActions = (policy: unknown, account: string, bucket: string) => {
  const { isAllowed } = createEvaluator([readPolicy(policy)], userConditionContext(account), 'offer')
  return neededActions.filter((action) => !isAllowed({ action, bucket, key: 'replication-check' }))
}

/**
 * Tests a target step by step and stops at the first failure. Writes nothing: the last step requests a write with
 * headers that make a MinIO server only check it, and reads the account's policies; it is skipped for other servers.
 */
export const testConnection = async (
  caller: Pick<MinioAdapterContext, 'outbound' | 'remote'>,
  connection: Connection,
): Promise<Step[]> => {
  const { targetURL, destinationBucket: bucket, accessKey } = connection
  const { outbound } = caller
  const call = remoteOf(caller, connection)
  const path = `/${bucket}`
  let checked: CheckedHost | undefined
  let isMinio = false

  const probes: Record<(typeof steps)[number], Probe> = {
    DNS: async () => {
      const started = performance.now()
      checked = await outbound.check(targetURL, TARGET_URL)
      return `${checked.addresses.map(({ address }) => address).join(', ')} in ${Math.round(performance.now() - started)} ms`
    },
    TLS: async () => {
      await outbound.dial(targetURL, { ...TARGET_URL, deadline: HANDSHAKE_TIMEOUT })
      return checked?.secure ? 'The certificate is valid' : messages.tlsNotUsed
    },
    'Sign-in': async () => {
      // an account that may not list buckets is still authenticated
      const { headers } = await call({ method: 'GET', path: '/' }).catch((error: unknown) => {
        if (hasCode(error, 'AccessDenied')) return { headers: {} as { server?: string } }
        throw toBadRequest(error)
      })
      isMinio = /minio/i.test(String(headers.server ?? 'MinIO'))
      return `as ${accessKey}`
    },
    Bucket: async () => {
      try {
        await call({ method: 'GET', path, query: { location: '' } })
      } catch (error) {
        if (hasCode(error, 'NoSuchBucket')) throw new Failure(400, messages.targetBucketMissing(bucket))
        if (hasCode(error, 'AccessDenied'))
          throw new Failure(400, messages.targetBucketNotAccessible(accessKey, bucket))
        throw toBadRequest(error)
      }
      return `${bucket} exists`
    },
    Versioning: async () => {
      try {
        const status = textOf((await call({ method: 'GET', path, query: { versioning: '' } })).body, 'Status')
        if (status === 'Enabled') return 'Enabled'
        throw new Failure(400, messages.targetVersioningOff(status, bucket))
      } catch (error) {
        if (hasCode(error, 'AccessDenied')) throw new Failure(400, messages.targetVersioningUnreadable(accessKey))
        throw error
      }
    },
    Rights: async () => {
      if (!isMinio) return messages.notTested
      const { body } = await call({ method: 'GET', path: '/minio/admin/v3/accountinfo' })
      const missing = missingActions((JSON.parse(body) as { Policy: unknown }).Policy, accessKey, bucket)
      const refusal = messages.targetRefusesReplicas(accessKey, missing.join(', '), missing.length)
      if (missing.length > 0) throw new Failure(400, refusal)
      try {
        await call({ method: 'PUT', path: `${path}/replication-check`, headers: probeHeaders })
      } catch (error) {
        if (hasCode(error, 'AccessDenied')) throw new Failure(400, messages.targetRefusesPut(accessKey))
        if (!hasCode(error, 'ReplicationPermissionCheck', 'BadDigest')) throw toBadRequest(error)
      }
      return `${accessKey} may write replicas`
    },
  }

  const results: Step[] = []
  for (const name of steps) {
    const failed = results.find(({ state }) => state === 'failed')
    if (failed) {
      results.push({ name, state: 'skipped', text: `Not tested: fix ${failed.name} first` })
      continue
    }
    try {
      results.push({ name, state: 'passed', text: await probes[name]() })
    } catch (error) {
      results.push({ name, state: 'failed', text: messageOf(error) })
    }
  }
  return results
}
