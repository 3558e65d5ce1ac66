import type { Action } from '../../core/protocol/contract.ts'
import { type ListedBucket, readBucketList } from './bucket-list.ts'
import type { S3Caller } from './caller.ts'
import type { Client, Request } from './client.ts'
import { lacksVersions } from './detect.ts'
import { fallbackOn, hasCode } from './has-code.ts'
import { createIam, type Iam } from './iam.ts'
import type { ListPage } from './list-xml.ts'
import { readTags, requestTags } from './object-tags.ts'
import { createRemote, type Remote } from './remote.ts'
import { type ActionTarget, assertGranted, lacksTags } from './rights.ts'
import { isVersityGateway } from './server-kind.ts'
import { createSubResources } from './sub-resources.ts'
import { createIncompleteUploads, type IncompleteUploads } from './incomplete-uploads.ts'
import { createVersityAdmin, type VersityAdmin } from './versity-admin.ts'

/** Context of an adapter on an S3 server, bound to one caller. */
export type S3AdapterContext = S3Caller & {
  /** Sends a request with the caller's keys. Throws `S3Error` for an error response. */
  call(request: Request): ReturnType<Client['call']>
  /** Like `call`, for a response whose body is not read into memory. */
  stream(request: Request): ReturnType<Client['stream']>
  /**
   * Throws `Failure` 403 unless the caller's policies may grant the action. For actions that the server does not check,
   * or checks too late.
   */
  assertGranted(action: Action, on?: ActionTarget): Promise<void>
  /** Buckets that the server lists for the caller; `undefined` if the caller may not list them. */
  listBuckets(): Promise<ListedBucket[] | undefined>
  /**
   * Whether the server has no versions, as far as it says. Such servers may ignore the version that a request names,
   * and cannot list versions.
   */
  lacksVersions(bucket: string): Promise<boolean>
  /** Tags of an object, or of one of its versions. */
  objectTags(bucket: string, key: string, version: string | undefined): Promise<Record<string, string>>
  /** Adds the tags to a page of a listing with metadata, by a request for each object if the server lists none. */
  addTags(page: ListPage, bucket: string): Promise<ListPage>
  /** Reads and edits documents of a bucket: `versioning`, `lifecycle` … */
  subResources: ReturnType<typeof createSubResources>
  /**
   * Multipart uploads of a bucket that were neither completed nor aborted, of keys with the prefix. Throws `S3Error` if
   * the server refuses to list them.
   */
  incompleteUploads(bucket: string, prefix?: string): Promise<IncompleteUploads>
  /** Client for AWS's IAM API at the address of the server, which has no other path and so addresses no object. */
  iam: Iam
  /** Client for the admin API of VersityGW; `undefined` on other servers. */
  versityAdmin: VersityAdmin | undefined
  /** Client for another S3 server, with an address and keys that the caller entered. */
  remote(remote: Remote): ReturnType<typeof createRemote>
}

/** Whether the version `null` of an object can only be addressed as the object itself. */
const hasNoNullVersions = async (caller: S3Caller, bucket: string) => {
  if (await lacksVersions(caller, bucket)) return true
  if (!isVersityGateway(caller.client.software())) return false
  // VersityGW finds no version `null` in a bucket that never had versions
  const versioning = await fallbackOn(
    createSubResources(caller).read(bucket, 'versioning'),
    ['AccessDenied'],
    undefined,
  )
  return versioning !== undefined && !versioning.includes('<Status>')
}

/** Whether the current version of an object of VersityGW is the version `null`. */
const isNullVersion = async ({ client, keys }: S3Caller, path: string) =>
  (await client.call({ method: 'HEAD', path }, keys)).headers['x-amz-version-id'] === undefined

/** VersityGW finds the version `null` for its settings only once another version has replaced it. */
const callNullVersion = async (caller: S3Caller, request: Request) => {
  const { client, keys } = caller
  try {
    return await client.call(request, keys)
  } catch (error) {
    if (request.query?.versionId !== 'null' || !isVersityGateway(client.software())) throw error
    if (!hasCode(error, 'NoSuchKey', 'NoSuchVersion') || !(await isNullVersion(caller, request.path))) throw error
    return client.call({ ...request, query: { ...request.query, versionId: undefined } }, keys)
  }
}

const withoutNullVersion = async (caller: S3Caller, request: Request): Promise<Request> => {
  const { path, query } = request
  if (query?.versionId !== 'null' || !(await hasNoNullVersions(caller, path.split('/')[1] ?? ''))) return request
  return { ...request, query: { ...query, versionId: undefined } }
}

export const s3AdapterContext = (caller: S3Caller): S3AdapterContext => {
  const call = async (request: Request) => callNullVersion(caller, await withoutNullVersion(caller, request))
  const objectTags: S3AdapterContext['objectTags'] = (bucket, key, version) =>
    requestTags(call, caller.paths.objectPath(bucket, key), version)
  return {
    ...caller,
    call,
    stream: async (request) => caller.client.stream(await withoutNullVersion(caller, request), caller.keys),
    assertGranted: (action, on) => assertGranted(caller, action, on),
    listBuckets: () => readBucketList(caller),
    lacksVersions: (bucket) => lacksVersions(caller, bucket),
    objectTags,
    addTags: async (page, bucket) =>
      lacksTags(page, bucket, await caller.rights()) ? readTags(caller, objectTags, page, bucket) : page,
    subResources: createSubResources(caller),
    incompleteUploads: createIncompleteUploads(caller, call),
    iam: createIam(caller.client, caller.keys),
    versityAdmin: isVersityGateway(caller.client.software())
      ? createVersityAdmin(caller.client, caller.keys)
      : undefined,
    remote: (remote) => createRemote(caller.outbound, remote),
  }
}
