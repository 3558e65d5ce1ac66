import { useEffect } from 'react'
import { core } from '../calls.ts'
import { call } from '../client.ts'
import { currentPlace, navigate } from '../location.ts'
import { enter } from '../session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/icon.tsx'
import * as styles from './login.css.ts'
import { pageTitle } from './product.ts'

const signIn = async (code: string, state: string) => {
  try {
    await call(core.loginOauth, { body: { code, state } })
    await enter()
  } catch {
    await navigate('/login', { replace: true })
  }
}

/** Where the identity provider sends people back to: exchanges its code for a session (spec/1 2.4). */
export const OauthCallback = () => {
  const query = new URLSearchParams(currentPlace().search)
  const [code, state, error] = ['code', 'state', 'error'].map((name) => query.get(name) ?? '') as [string, string, string]
  useEffect(() => {
    document.title = pageTitle('Login')
    if (!error) void signIn(code, state)
  }, [])

  if (!error) {
    return (
      <main className={styles.alone} role="status" aria-label="Logging in">
        <Spinner />
      </main>
    )
  }
  return (
    <main className={styles.alone}>
      <div className={styles.retry}>
        <h1 className={styles.title}>Login</h1>
        <Banner tone="danger">
          <strong>IDP Error:</strong>
          <p>{error}</p>
          <p>{query.get('error_description')}</p>
        </Banner>
        <Button onPress={() => void navigate('/login', { replace: true })}>Back to Login</Button>
      </div>
    </main>
  )
}
