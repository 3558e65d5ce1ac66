import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { core, Failure, displayName } from 'stowage'
import { call } from 'stowage/web'
import { LoadError, Skeleton } from 'stowage/ui'
import * as styles from './hop.css.ts'

type TenantConsoleFrameProps = {
  namespace: string
  tenant: string
  /** Path of the page in the tenant's console. */
  to?: string
  /** API call that the page requires, and what to render instead if that console lacks it. */
  needs?: { call: string; otherwise: ReactNode }
  /** Changing this number reloads the frame. */
  reloads?: number
}

/**
 * Page of the tenant's own console in an iframe. It has its own origin, so that its scripts cannot reach this page, the
 * console or its session.
 */
export const TenantConsoleFrame = ({ namespace, tenant, to = '/', needs, reloads = 0 }: TenantConsoleFrameProps) => {
  const needed = needs?.call
  const [url, setUrl] = useState<string>()
  const [error, setError] = useState<Failure>()
  const open = useCallback(() => {
    let isUnmounted = false
    setUrl(undefined)
    setError(undefined)
    call(core.proxiedConsole, {
      body: {
        path: `/api/proxy/${encodeURIComponent(namespace)}/${encodeURIComponent(tenant)}`,
        to,
        ...(needed && { needs: needed }),
      },
    }).then(
      (response) => isUnmounted || setUrl(response.url),
      (failure: unknown) =>
        isUnmounted || setError(failure instanceof Failure ? failure : new Failure(0, String(failure))),
    )
    return () => {
      isUnmounted = true
    }
  }, [namespace, tenant, to, needed, reloads])
  useEffect(open, [open])
  if (needs && error?.status === 501) return needs.otherwise
  if (error) return <LoadError what={`the console of ${displayName(tenant)}`} error={error} onRetry={open} />
  if (!url) return <Skeleton rows={6} columns={4} />
  return (
    <iframe
      className={styles.frame}
      title={`Console of ${displayName(tenant)}`}
      src={url}
      // scripts may run at their own origin, but never navigate this tab
      sandbox="allow-scripts allow-same-origin allow-forms allow-modals allow-downloads allow-popups"
      referrerPolicy="no-referrer"
    />
  )
}
