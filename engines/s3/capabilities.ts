import type { Feature } from '../../core/protocol/features.ts'
import { missingFeatures } from '../../core/protocol/features.ts'
import { Failure } from '../../core/protocol/failure.ts'
import { hasCode } from './has-code.ts'

/** Code of the failure for something that the server does not offer. */
export const NOT_OFFERED = 'NotImplemented'

/** Cache lifetime of a server's answers, in ms: it may be upgraded while the console runs. */
const TTL = 60 * 60 * 1000

type Finding = { at: number; isOffered: boolean; by: 'read' | 'write' }

/**
 * Features of a server, learned from its responses and cached for an hour, by feature and bucket. A feature that was
 * never requested counts as offered.
 */
export type Capabilities = {
  /**
   * Runs a request that needs a feature in a bucket. Throws `Failure` 501 with the reason if the server answers that it
   * does not offer it, or did so within the last hour. `proves` says whether a result shows that it offers the
   * feature.
   */
  use<T>(
    feature: Feature,
    bucket: string,
    by: Finding['by'],
    work: () => Promise<T>,
    proves?: (result: T) => boolean,
  ): Promise<T>
  /** Whether the server lacks a feature in every bucket that was checked, or is assumed to lack it. */
  isMissing(feature: Feature): boolean
  /** Whether the feature was checked and the server responded. */
  isKnown(feature: Feature): boolean
}

/** The failure for a feature that the server does not offer. */
export const notOffered = (feature: Feature, detail?: string) =>
  new Failure(501, missingFeatures[feature], { code: NOT_OFFERED, detail })

/** Whether an error means that the server does not support the request. */
const isNotOffered = (error: unknown) =>
  hasCode(error, NOT_OFFERED) || (error instanceof Failure && error.status === 501)

/** Whether an error is about the feature, so that the server offers it: `NoSuchCORSConfiguration`. */
const isAboutFeature = (error: unknown) =>
  error instanceof Failure && error.status < 500 && error.status !== 403 && error.status !== 401 && !isNoBucket(error)

const isNoBucket = (error: unknown) => hasCode(error, 'NoSuchBucket')

/** Creates the cache of a server's features. `assumed` lists those to be missing until it answers; `clock` is in ms. */
export const createCapabilities = (
  assumed: () => readonly Feature[] = () => [],
  clock: () => number = Date.now,
): Capabilities => {
  const findings = new Map<Feature, Map<string, Finding>>()

  const recent = (feature: Feature) =>
    [...(findings.get(feature) ?? [])]
      .filter(([, { at }]) => clock() - at < TTL)
      .map(([bucket, finding]) => ({ bucket, ...finding }))

  const learn = (feature: Feature, bucket: string, isOffered: boolean, by: Finding['by']) => {
    const ofFeature = findings.get(feature) ?? new Map<string, Finding>()
    const before = recent(feature).find((finding) => finding.bucket === bucket)
    // servers may answer reads with a default for a setting that cannot be changed
    if (isOffered && by === 'read' && before && !before.isOffered && before.by === 'write') return
    ofFeature.set(bucket, { at: clock(), isOffered, by })
    findings.set(feature, ofFeature)
  }

  return {
    use: async (feature, bucket, by, work, proves = () => true) => {
      const before = recent(feature).find((finding) => finding.bucket === bucket)
      if (before && !before.isOffered && (before.by === 'read' || by === 'write')) throw notOffered(feature)
      try {
        const result = await work()
        if (proves(result)) learn(feature, bucket, true, by)
        return result
      } catch (error) {
        if (isNotOffered(error)) {
          learn(feature, bucket, false, by)
          throw notOffered(feature, (error as Failure).detail)
        }
        if (by === 'read' && isAboutFeature(error)) learn(feature, bucket, true, by)
        throw error
      }
    },
    isMissing: (feature) => {
      const learned = recent(feature)
      return learned.length > 0 ? learned.every(({ isOffered }) => !isOffered) : assumed().includes(feature)
    },
    isKnown: (feature) => recent(feature).length > 0,
  }
}

/** For a server whose features are learned from elsewhere: every request is sent, and errors stay as they are. */
export const allCapabilities: Capabilities = {
  use: (_feature, _bucket, _by, work) => work(),
  isMissing: () => false,
  isKnown: () => true,
}
