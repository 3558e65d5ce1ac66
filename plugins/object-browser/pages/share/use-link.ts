import { useEffect, useState } from 'react'
import { call } from 'stowage/web'
import { Failure } from 'stowage'
import { sharing } from '../../share/contract.ts'
import { firstKey, type Shared } from './links.ts'

/** How long after the last change a link is made anew, in ms. */
const QUIET = 300

/** How much sooner a link may end than it was asked for before that says something about what signs it, in ms. */
const SLACK = 60_000

/** A link, when it ends, and what has signed it. */
export type Link = { url: string; ends: string; signed: 'session' | 'service-account' | 'storage' }

/** What went wrong, as a failure. */
export const asFailure = (error: unknown) => (error instanceof Failure ? error : new Failure(0, String(error)))

/**
 * A link to the first thing that is shared, made anew for another time: it shows what signs links here, and until when.
 * `sessionEnds` is the end of the session that signs, where a link could not outlast it.
 */
export const useLink = (bucket: string, shared: Shared, lifetime: number | undefined) => {
  const [made, setMade] = useState<{ of: number; link?: Link; failure?: Failure }>()
  const [sessionEnds, setSessionEnds] = useState<string>()
  const what = JSON.stringify(shared)
  useEffect(() => {
    // what is shown for this time already stays
    if (lifetime === undefined || made?.of === lifetime) return undefined
    const stop = new AbortController()
    const make = async () => {
      const path = await firstKey(bucket, shared, stop.signal)
      if (path === undefined) throw new Failure(404, 'There is nothing in it to share')
      const body = { objects: [{ path, version_id: shared.version }], expires: `${lifetime}ms` }
      const { links, ends, signed } = await call(sharing.links, { params: { bucket }, body }, { signal: stop.signal })
      if (signed === 'session' && Date.parse(ends) < Date.now() + lifetime - SLACK) setSessionEnds(ends)
      setMade({ of: lifetime, link: { url: links[0]?.url ?? '', ends, signed } })
    }
    const timer = setTimeout(
      () =>
        void make().catch(
          (error: unknown) => stop.signal.aborted || setMade({ of: lifetime, failure: asFailure(error) }),
        ),
      made ? QUIET : 0,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [bucket, what, lifetime])
  const current = made?.of === lifetime ? made : undefined
  return { link: current?.link, failure: current?.failure, signed: made?.link?.signed, sessionEnds }
}
