import { Component, Suspense, useEffect, type ComponentType, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { connection, tryNow, watchOver } from '../connection.ts'
import { usePlace } from '../location.ts'
import { outside, session } from '../session.ts'
import { told } from '../initial-state.ts'
import { Arriving } from './loading-frame.tsx'
import { Login } from './login.tsx'
import { OauthCallback } from './oauth-callback.tsx'
import { preload, useLoaded } from './lazy.ts'
import { OutageStrip } from './outage.tsx'
import * as styles from './root.css.ts'
import { SlowNotice } from './slow.tsx'

type Load = () => Promise<ComponentType>

const Console = ({ load }: { load: Load }) => {
  const Component = useLoaded(load)
  return <Component />
}

/** Last-resort error screen. */
class Broken extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <main className={styles.broken}>
        <h1>The console could not be loaded</h1>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <button type="button" className={styles.reload} onClick={() => window.location.reload()}>
          Reload
        </button>
      </main>
    )
  }
}

/** The frame while the session is loading; it monitors the server as an open page does. */
const Opening = () => {
  const { slow } = useSnapshot(connection)
  useEffect(watchOver, [])
  useEffect(() => {
    if (slow) tryNow()
  }, [slow])
  return <Arriving title={told.title} below={<OutageStrip />} />
}

/**
 * The whole window: the signed-in console, one of the two screens outside it, or the frame alone while the session is
 * loading.
 */
export const Root = ({ signedIn }: { signedIn: Load }) => {
  const { state } = useSnapshot(session)
  const { path } = usePlace()
  const arriving = <Arriving title={told.title} />
  const screen = () => {
    if (state === 'loading') return outside.includes(path) ? null : <Opening />
    if (path === '/oauth_callback') return <OauthCallback />
    if (state === 'out') return <Login onSubmit={() => preload(signedIn)} />
    return (
      <Suspense fallback={arriving}>
        <Console load={signedIn} />
      </Suspense>
    )
  }
  return (
    <Broken>
      {screen()}
      <SlowNotice />
    </Broken>
  )
}
