import type { Feature } from '../../core/protocol/features.ts'
import { fileNames, type NameRules, s3Names } from './paths.ts'
import type { Keys } from './sign.ts'

/** Name of Garage, which sends no `Server` header. */
export const GARAGE = 'Garage'

/** Whether a list of buckets is Garage's: its owner is the access key itself, which has Garage's form. */
export const isGarage = (list: string, { accessKey }: Keys) =>
  /^GK[\da-f]{24}$/.test(accessKey) && list.includes(`<ID>${accessKey}</ID>`)

/** Whether a server is VersityGW, by its `Server` header. */
export const isVersityGateway = (software: string) => /^VERSITYGW/i.test(software)

/** Whether a server's list of a bucket's incomplete uploads may have those of other buckets: some releases of MinIO. */
export const listsUploadsOfAllBuckets = (software: string) => /^MinIO/i.test(software)

const isSeaweedFS = (software: string) => /^SeaweedFS/i.test(software)

/** Server software that stores objects as files of the same name, and so reads `a//b` as `a/b`. */
const onFiles = /^(SeaweedFS|VERSITYGW|s3proxy|MinIO)/i

/** Rules for names by the software of a server. */
export const nameRulesOf = (software: string): NameRules => {
  if (software === GARAGE) return { ...s3Names, hasLeadingSlashes: false }
  if (!onFiles.test(software)) return s3Names
  const isSeaweed = isSeaweedFS(software)
  const isVersity = isVersityGateway(software)
  return {
    ...fileNames,
    hasBackslashes: !isSeaweed,
    hasControlCharacters: !isSeaweed && !isVersity,
    hasEncodedUploads: !isSeaweed,
  }
}

/**
 * Features that a server is assumed to lack until it responds. Garage accepts such requests only from the owner of a
 * bucket. SeaweedFS always reports an empty list of notifications, and takes a change for the creation of a bucket.
 */
export const assumedMissing = (software: string): readonly Feature[] => {
  if (software === GARAGE)
    return ['versions', 'locks', 'bucket-tags', 'object-tags', 'bucket-policy', 'sse-s3', 'notifications']
  return isSeaweedFS(software) ? ['notifications'] : []
}
