import { Failure } from 'stowage'
import type { HealBackend } from '../backend.ts'
import { type MinioAdapterContext, type MinioBackgroundContext, reauthorizeStream } from 'stowage/server'
import { readBackground } from './background.ts'
import { createHeals } from './heals.ts'
import { hasCode } from 'stowage/engines/s3'
import * as texts from '../messages.ts'

/** Translates the server's messages, which name its own tools. */
const translate = (error: unknown) => {
  if (hasCode(error, 'XMinioHealAlreadyRunning'))
    return new Failure(409, texts.healAlreadyRunning, { detail: error.detail })
  if (hasCode(error, 'XMinioHealOverlappingPaths'))
    return new Failure(409, texts.healOfOverlappingPath, { detail: error.detail })
  return error
}

/** Follows started heals until the engine closes. */
export const background = ({ sharedInstances }: MinioBackgroundContext) => ({
  stop: async () => sharedInstances(createHeals).close(),
})

/** Heals on a MinIO server (minio-server 3.20). */
export default (caller: MinioAdapterContext): HealBackend => {
  const { admin, call, sharedInstances } = caller
  const heals = sharedInstances(createHeals)
  const assertAllowed = () => caller.assertGranted('admin:Heal')
  // the server accepts unknown buckets and finds nothing wrong with them
  const assertBucketExists = async (bucket: string) => {
    if (bucket)
      await call({ method: 'HEAD', path: caller.paths.bucketPath(bucket) }).catch((error: Failure) => {
        if (error.status === 404) throw new Failure(404, texts.noSuchBucket)
      })
  }

  return {
    follow: async function* (bucket, order, signal) {
      await assertAllowed()
      try {
        if (order['force-stop']) return await heals.stop(bucket, order.prefix, admin)
        await assertBucketExists(bucket)
        const heal = order.join ? heals.join(bucket, order.prefix, admin) : await heals.begin(bucket, order, admin)
        yield* reauthorizeStream(assertAllowed, (until) => heals.follow(heal, until), signal)
      } catch (error) {
        throw translate(error)
      }
    },
    status: async () => {
      const background = await readBackground(admin)
      return { heals: heals.all(), background }
    },
  }
}
