import { Failure } from '../../core/protocol/failure.ts'
import type { Feature } from '../../core/protocol/features.ts'
import type { S3Caller } from './caller.ts'
import { notOffered } from './capabilities.ts'
import { fallbackOn, hasCode } from './has-code.ts'
import { md5 } from './sign.ts'
import { type Node, toXml } from './xml.ts'
import { changedBySomeoneElse, subResourceIgnored } from './messages.ts'

type Text = string | undefined
type Edit = { get: () => Promise<Text>; next: (text: Text) => Text; sense?: (text: string) => string }

/** Codes for a bucket without object locking. */
export const NO_LOCK = ['ObjectLockConfigurationNotFoundError', 'NoSuchObjectLockConfiguration']

/** Codes for a bucket without a document. */
const NOTHING_SET = [
  'NoSuchBucketPolicy',
  'NoSuchTagSet',
  'NoSuchCORSConfiguration',
  'NoSuchLifecycleConfiguration',
  'ServerSideEncryptionConfigurationNotFoundError',
]

/** The feature that each sub-resource of a bucket belongs to. */
export const subResourceFeatures = {
  versioning: 'versions',
  'object-lock': 'locks',
  tagging: 'bucket-tags',
  lifecycle: 'lifecycle',
  cors: 'cors',
  policy: 'bucket-policy',
  encryption: 'sse-s3',
  notification: 'notifications',
} as const satisfies Readonly<Record<string, Feature>>

const featureOf = (setting: string): Feature | undefined =>
  Object.hasOwn(subResourceFeatures, setting)
    ? subResourceFeatures[setting as keyof typeof subResourceFeatures]
    : undefined

/** Servers that do not know a sub-resource may answer with a listing of the bucket. */
export const isListing = (text: string) => /<ListBucketResult[\s>]/.test(text.slice(0, 500))

/** Subresources of a bucket, stored as documents: `?versioning`, `?lifecycle` (minio-server 3.12). */
export const createSubResources = ({
  client,
  keys,
  paths,
  capabilities,
}: Pick<S3Caller, 'client' | 'keys' | 'paths' | 'capabilities'>) => {
  /** If no bucket allows a method, the server lacks the feature. */
  const orNotOffered = (feature: Feature) => (error: unknown) => {
    throw hasCode(error, 'MethodNotAllowed') ? notOffered(feature, error.detail) : error
  }

  const get = async (bucket: string, setting: string) =>
    (
      await client.call({ method: 'GET', path: paths.bucketPath(bucket), query: { [setting]: '' } }, keys)
    ).body.toString()

  const read = async (bucket: string, setting: string) => {
    const feature = featureOf(setting)
    if (!feature) return get(bucket, setting)
    const request = async () => {
      const text = await get(bucket, setting).catch(orNotOffered(feature))
      if (isListing(text)) throw notOffered(feature, subResourceIgnored(setting))
      return text
    }
    // servers without versions may answer that versioning is off, those without notifications with an empty list
    const content = { versioning: /<Status>/, notification: /<(Queue|Topic|CloudFunction)Configuration>/ }[setting]
    const proves = (text: string) => content?.test(text) ?? true
    return capabilities.use(feature, bucket, 'read', request, proves)
  }

  /**
   * A server may mistake the request for the creation of a bucket, and then complains about the document, or that the
   * bucket exists.
   */
  const isTakenForOther = async (error: unknown, bucket: string, setting: string) =>
    hasCode(error, 'BucketAlreadyOwnedByYou', 'BucketAlreadyExists') ||
    (hasCode(error, 'MalformedXML') &&
      (await read(bucket, setting).then(
        () => false,
        (error: unknown) => error instanceof Failure && error.status === 501,
      )))

  const change = async (
    bucket: string,
    setting: string,
    work: () => Promise<unknown>,
    feature = featureOf(setting),
  ) => {
    if (!feature) return void (await work())
    await capabilities.use(feature, bucket, 'write', async () => {
      try {
        await work().catch(orNotOffered(feature))
      } catch (error) {
        throw (await isTakenForOther(error, bucket, setting)) ? notOffered(feature, (error as Failure).detail) : error
      }
    })
  }

  const put = async (bucket: string, setting: string, body: string) => {
    const headers = { 'content-md5': md5(body) }
    const path = paths.bucketPath(bucket)
    const send = () => client.call({ method: 'PUT', path, query: { [setting]: '' }, headers, body }, keys)
    // a server may expire objects without having storage classes to move them to
    const isTransition = setting === 'lifecycle' && /<(NoncurrentVersion)?Transition>/.test(body)
    return change(bucket, setting, send, isTransition ? 'tiers' : undefined)
  }

  const clear = async (bucket: string, setting: string) => {
    const path = paths.bucketPath(bucket)
    const remove = () => client.call({ method: 'DELETE', path, query: { [setting]: '' } }, keys)
    // S3 reports success if there is nothing to delete, some servers do not
    return change(bucket, setting, () => fallbackOn(remove(), NOTHING_SET, undefined))
  }

  return {
    read,
    put,
    clear,
    write: (bucket: string, setting: string, root: string, node: Node) => put(bucket, setting, toXml(root, node)),

    /**
     * Replaces a subresource, or deletes it if the new text is empty. The server has no conditional writes, so changes
     * by this console are serialized, and changes by others are detected right before writing (409). `sense` normalizes
     * a text for this comparison.
     */
    edit: (bucket: string, setting: string, { get, next, sense = (text) => text }: Edit) =>
      client.inTurn(`${setting} ${bucket}`, async () => {
        const before = await get()
        const after = next(before)
        const now = await get()
        if ((now === undefined) !== (before === undefined) || sense(now ?? '') !== sense(before ?? ''))
          throw new Failure(409, changedBySomeoneElse)
        await (after === undefined ? clear(bucket, setting) : put(bucket, setting, after))
      }),
  }
}
