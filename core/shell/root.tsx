import { Component, Suspense, type ComponentType, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { usePlace } from '../location.ts'
import { session } from '../session.ts'
import { Login } from './login.tsx'
import { OauthCallback } from './oauth-callback.tsx'
import { preload, useLoaded } from './lazy.ts'
import * as styles from './root.css.ts'
import { SlowNotice } from './slow.tsx'

type ScreenProps = { onSubmit: () => void }
type Load = () => Promise<ComponentType<ScreenProps>>

const login: Load = async () => Login
const oauthCallback: Load = async () => OauthCallback

const Screen = ({ load, ...props }: { load: Load } & ScreenProps) => {
  const Component = useLoaded(load)
  return <Component {...props} />
}

/** The last resort: says why nothing can be shown at all. */
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

/**
 * The whole window: the signed-in console, or one of the two screens outside of it; neither before it is known who is
 * signed in.
 */
export const Root = ({ signedIn }: { signedIn: Load }) => {
  const { state } = useSnapshot(session)
  const { path } = usePlace()
  const load = path === '/oauth_callback' ? oauthCallback : state === 'in' ? signedIn : login
  return (
    <Broken>
      {state !== 'loading' && (
        <Suspense>
          <Screen key={load === signedIn ? 'in' : 'out'} load={load} onSubmit={() => preload(signedIn)} />
        </Suspense>
      )}
      <SlowNotice />
    </Broken>
  )
}
