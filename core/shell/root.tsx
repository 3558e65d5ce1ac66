import { Component, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { connection, retryNow, monitorServer } from '../web/connection.ts'
import { useCurrentLocation } from '../web/location.ts'
import { loginPaths, session } from '../web/session.ts'
import { initialState } from '../web/initial-state.ts'
import { LoadingFrame } from './loading-frame.tsx'
import { Login } from './login.tsx'
import { OauthCallback } from './oauth-callback.tsx'
import { preload, useLoaded } from './lazy.ts'
import { OutageStrip } from './outage-strip.tsx'
import * as styles from './root.css.ts'
import { SlowNotice } from './slow-notice.tsx'
import { consoleNotLoaded } from '../messages.ts'

type Load = () => Promise<ComponentType>

const Console = ({ load }: { load: Load }) => {
  const Component = useLoaded(load)
  return <Component />
}

/** Last-resort error screen. */
class RootBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <main className={styles.broken}>
        <h1>{consoleNotLoaded}</h1>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <button type="button" className={styles.reload} onClick={() => window.location.reload()}>
          Reload
        </button>
      </main>
    )
  }
}

/** The frame while the session is loading; it monitors the server as an open page does. */
const LoadingSession = () => {
  const { slow } = useSnapshot(connection)
  useEffect(monitorServer, [])
  useEffect(() => {
    if (slow) retryNow()
  }, [slow])
  return <LoadingFrame title={initialState.title} below={<OutageStrip />} />
}

/**
 * The whole window: the signed-in console, one of the two screens outside it, or the frame alone while the session is
 * loading.
 */
export const Root = ({ signedIn }: { signedIn: Load }) => {
  const { state } = useSnapshot(session)
  const { path } = useCurrentLocation()
  const screen = () => {
    if (state === 'loading') return loginPaths.includes(path) ? null : <LoadingSession />
    if (path === '/oauth_callback') return <OauthCallback />
    if (state === 'out') return <Login onSubmit={() => preload(signedIn)} />
    return (
      <Suspense fallback={<LoadingFrame title={initialState.title} />}>
        <Console load={signedIn} />
      </Suspense>
    )
  }
  return (
    <RootBoundary>
      {screen()}
      <SlowNotice />
    </RootBoundary>
  )
}
