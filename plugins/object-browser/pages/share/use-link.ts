import { useEffect, useState } from 'react'
import { call } from 'stowage/web'
import { Failure, toFailure } from 'stowage'
import { sharing } from '../../share/contract.ts'
import { firstKey, type ShareTargets } from './links.ts'
import * as messages from '../../messages.ts'

/** Delay after the last change before a new link is created, in ms. */
const DELAY = 300

/** Difference in ms between the requested and actual expiration above which the session must be limiting it. */
const SLACK = 60_000

/** A link, its expiration, and what signed it. */
export type Link = { url: string; ends: string; signed: 'session' | 'service-account' | 'storage' }

/**
 * Sample link to the first shared object, created again for another lifetime. It shows which key signs links, and until
 * when. `sessionEnds` is the end of the signing session if that limits the link.
 */
export const useLink = (bucket: string, shared: ShareTargets, lifetime: number | undefined) => {
  const [sample, setSample] = useState<{ of: number; link?: Link; failure?: Failure }>()
  const [sessionEnds, setSessionEnds] = useState<string>()
  const sharedKey = JSON.stringify(shared)
  useEffect(() => {
    // the link for this lifetime is already displayed
    if (lifetime === undefined || sample?.of === lifetime) return undefined
    const controller = new AbortController()
    const createSample = async () => {
      const path = await firstKey(bucket, shared, controller.signal)
      if (path === undefined) throw new Failure(404, messages.nothingToShare)
      const body = { objects: [{ path, version_id: shared.version }], expires: `${lifetime}ms` }
      const { links, ends, signed } = await call(
        sharing.links,
        { params: { bucket }, body },
        { signal: controller.signal },
      )
      if (signed === 'session' && Date.parse(ends) < Date.now() + lifetime - SLACK) setSessionEnds(ends)
      setSample({ of: lifetime, link: { url: links[0]?.url ?? '', ends, signed } })
    }
    const timer = setTimeout(
      () =>
        void createSample().catch(
          (error: unknown) => controller.signal.aborted || setSample({ of: lifetime, failure: toFailure(error) }),
        ),
      sample ? DELAY : 0,
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [bucket, sharedKey, lifetime])
  const current = sample?.of === lifetime ? sample : undefined
  return { link: current?.link, failure: current?.failure, signed: sample?.link?.signed, sessionEnds }
}
