import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { core } from '../../../core/calls.ts'
import { call } from '../../../core/client.ts'
import { Failure } from '../../../core/failure.ts'
import { shown } from '../../../core/format.ts'
import { LoadError } from '../../../core/ui/empty.tsx'
import { Skeleton } from '../../../core/ui/skeleton.tsx'
import * as styles from './hop.css.ts'

type GuestFrameProps = {
  namespace: string
  tenant: string
  /** The page of the tenant's console. */
  to?: string
  /** A call without which that console has no such page, and what stands here then. */
  needs?: { call: string; otherwise: ReactNode }
  /** Another number begins anew. */
  turn?: number
}

/**
 * A page of the tenant's own console in a frame. It is of an origin of its own, so that nothing in it can reach this
 * page, the console or its session.
 */
export const GuestFrame = ({ namespace, tenant, to = '/', needs, turn = 0 }: GuestFrameProps) => {
  const needed = needs?.call
  const [url, setUrl] = useState<string>()
  const [error, setError] = useState<Failure>()
  const open = useCallback(() => {
    let left = false
    setUrl(undefined)
    setError(undefined)
    call(core.guest, {
      body: {
        path: `/api/proxy/${encodeURIComponent(namespace)}/${encodeURIComponent(tenant)}`,
        to,
        ...(needed && { needs: needed }),
      },
    }).then(
      (answer) => left || setUrl(answer.url),
      (failure: unknown) => left || setError(failure instanceof Failure ? failure : new Failure(0, String(failure))),
    )
    return () => {
      left = true
    }
  }, [namespace, tenant, to, needed, turn])
  useEffect(open, [open])
  if (needs && error?.status === 501) return needs.otherwise
  if (error) return <LoadError what={`the console of ${shown(tenant)}`} error={error} onRetry={open} />
  if (!url) return <Skeleton rows={6} columns={4} />
  return (
    <iframe
      className={styles.frame}
      title={`Console of ${shown(tenant)}`}
      src={url}
      // it may do what it likes at its own address, and never lead this tab elsewhere
      sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups"
      referrerPolicy="no-referrer"
    />
  )
}
