import { useEffect, useState } from 'react'
import { core } from '../protocol/calls.ts'
import { call } from '../web/client.ts'
import { Failure, UNEXPLAINED } from '../protocol/failure.ts'
import { currentLocation, navigate } from '../web/location.ts'
import { openSession } from '../web/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/icon.tsx'
import * as styles from './login.css.ts'
import { pageTitle } from '../../ui/product.ts'
import { signInFailed, cookieTooLargeForProxy } from '../messages.ts'

type Problem = { title: string; lines: (string | null | undefined)[] }

const SignInError = ({ title, lines }: Problem) => (
  <main className={styles.alone}>
    <div className={styles.retry}>
      <h1 className={styles.title}>Login</h1>
      <Banner tone="danger">
        <strong>{title}</strong>
        {lines.map((line) => line && <p key={line}>{line}</p>)}
      </Banner>
      <Button onPress={() => void navigate('/login', { replace: true })}>Back to Login</Button>
    </div>
  </main>
)

/**
 * The usual cause of a proxy's 502 here: the response sets a cookie that grows with the number of the user's groups.
 */
const hintFor = ({ status, code }: Failure) =>
  status === 502 && code === UNEXPLAINED ? cookieTooLargeForProxy : undefined

/** Redirect target of the identity provider: exchanges its code for a session (spec/1 2.4). */
export const OauthCallback = () => {
  const query = new URLSearchParams(currentLocation().search)
  const read = (name: string) => query.get(name) ?? ''
  const error = read('error')
  const [failure, setFailure] = useState<Failure>()

  const signIn = async () => {
    try {
      await call(core.loginOauth, { body: { code: read('code'), state: read('state') } })
      await openSession()
    } catch (failure) {
      setFailure(failure instanceof Failure ? failure : new Failure(0, String(failure)))
    }
  }
  useEffect(() => {
    document.title = pageTitle('Login')
    if (!error) void signIn()
  }, [])

  if (error) return <SignInError title="IDP Error:" lines={[error, query.get('error_description')]} />
  if (failure) return <SignInError title={signInFailed} lines={[failure.message, failure.detail, hintFor(failure)]} />
  return (
    <main className={styles.alone} role="status" aria-label="Logging in">
      <Spinner />
    </main>
  )
}
