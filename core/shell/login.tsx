import Server from 'lucide-react/icons/server'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { core } from '../protocol/calls.ts'
import type { Output } from '../protocol/contract.ts'
import { Failure } from '../protocol/failure.ts'
import { openSession, session } from '../web/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import * as buttons from '../../ui/button.css.ts'
import { classes } from '../../ui/classes.ts'
import { Icon, Spinner } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { initialState } from '../web/initial-state.ts'
import { loadStyles } from '../web/styles.ts'
import { servers } from '../../ui/servers.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { useCall } from '../web/use-call.ts'
import { SignInIllustration, Wordmark } from '../../ui/brand.tsx'
import * as styles from './login.css.ts'
import { branding, documentationUrl, licenseUrl, pageTitle, product } from '../../ui/product.ts'
import { CredentialsForm, TokenForm } from './sign-in.tsx'
import { productDescription, backendNotReachable, sessionEnded } from '../messages.ts'

/** Most consoles have one server and never load this. */
const ServerList = lazy(async () => {
  const [{ ServerList }] = await Promise.all([import('../../ui/server-list.tsx'), loadStyles()])
  return { default: ServerList }
})

type Strategy = Output<typeof core.strategy>
type SignInProps = { strategy: Strategy } & LoginProps

/** `onSubmit` loads the signed-in app and resolves when that has ended. */
type LoginProps = { onSubmit: () => void | Promise<void> }

/** Polling interval in ms while the server is unreachable. */
const POLL_INTERVAL = 5_000

const failureOf = ({ status, message, detail }: NonNullable<typeof initialState.failure>) =>
  new Failure(status, message, { detail })

/** Page titles by login strategy. */
export const titles = {
  form: 'Console Login',
  redirect: 'Welcome',
  'service-account': 'Operator Login',
  'redirect-service-account': 'Operator Login',
}

/** Whether users sign in to a Kubernetes cluster, with its tokens. */
export const isOperator = ({ loginStrategy }: Pick<Strategy, 'loginStrategy'>) =>
  loginStrategy.endsWith('service-account')

const SignInOptions = ({ strategy, onSubmit }: SignInProps) => {
  const Form = isOperator(strategy) ? TokenForm : CredentialsForm
  if (!strategy.loginStrategy.startsWith('redirect')) return <Form strategy={strategy} onSubmit={onSubmit} />
  return (
    <>
      <div className={styles.fields}>
        <a
          className={classes(buttons.button, buttons.size.lg, buttons.tone.primary, buttons.strong)}
          href={strategy.redirect}
        >
          Login with SSO
        </a>
      </div>
      {(strategy.form || isOperator(strategy)) && (
        <>
          <p className={styles.or}>or</p>
          <Form tone="secondary" strategy={strategy} onSubmit={onSubmit} />
        </>
      )}
    </>
  )
}

const SignIn = ({ strategy, onSubmit }: SignInProps) => {
  const { endReason } = useSnapshot(session)
  const title = titles[strategy.loginStrategy]
  useEffect(() => {
    document.title = pageTitle(title, isOperator(strategy))
  }, [title])

  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      {strategy.server && (
        <p className={styles.server}>
          <Icon of={Server} />
          {servers ? `${servers.current} · ${strategy.server}` : strategy.server}
        </p>
      )}
      {branding.text && <p className={styles.text}>{branding.text}</p>}
      {endReason === 'refused' && (
        <div className={styles.notice}>
          <Banner tone="info">{sessionEnded}</Banner>
        </div>
      )}
      <SignInOptions strategy={strategy} onSubmit={onSubmit} />
    </>
  )
}

const Unreachable = ({ message, retry }: { message: string; retry: () => Promise<void> }) => {
  useEffect(() => {
    document.title = pageTitle('Login')
    const timer = setInterval(() => void retry(), POLL_INTERVAL)
    return () => clearInterval(timer)
  }, [retry])
  return (
    <div className={styles.retry}>
      <h1 className={styles.title}>Login</h1>
      <Banner tone="danger">
        <strong>{backendNotReachable}</strong>
        <p>{message}</p>
      </Banner>
      <Button onPress={() => void retry()}>Retry</Button>
    </div>
  )
}

/** After an outage, continues without a form if the session is still valid. */
const ResumeSession = () => {
  const [message, setMessage] = useState('')
  const attempt = useRef<Promise<void>>(undefined)
  const retry = useCallback(() => {
    attempt.current ??= openSession()
      .catch((error: unknown) => setMessage(error instanceof Error ? error.message : String(error)))
      .finally(() => (attempt.current = undefined))
    return attempt.current
  }, [])
  useEffect(() => void retry(), [retry])
  return message ? <Unreachable message={message} retry={retry} /> : <Waiting />
}

const Waiting = () => (
  <div className={styles.waiting} role="status" aria-label="Loading">
    <Spinner />
  </div>
)

/** Time in s after which the link for single sign-on is loaded again; it is valid for 10 minutes. */
const LINK_LIFETIME = 480

/** The sign-in page for the server's login strategy (spec/1 2.3). It hydrates the page that the server rendered. */
export const Login = ({ onSubmit }: LoginProps) => {
  const [initial] = useState(() => initialState.strategy ?? (initialState.failure && failureOf(initialState.failure)))
  useEffect(() => {
    delete initialState.strategy
    delete initialState.failure
  }, [])
  const { data, error, reload } = useCall(core.strategy, {}, { initial })
  useRefresh(data?.redirect ? LINK_LIFETIME : 0, reload)
  const { endReason } = useSnapshot(session)
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <div className={styles.claim}>
          <Wordmark tile="faint" />
          <p className={styles.headline}>
            Every bucket,
            <br />
            drive and key in its place.
          </p>
          <p className={styles.line}>{productDescription}</p>
        </div>
        <div className={styles.picture}>
          <SignInIllustration />
        </div>
      </header>
      <main className={styles.side}>
        <div className={styles.form}>
          {error && <Unreachable message={error.message} retry={reload} />}
          {data &&
            !error &&
            (endReason === 'unreachable' ? <ResumeSession /> : <SignIn strategy={data} onSubmit={onSubmit} />)}
          {!data && !error && <Waiting />}
          {servers && (
            <div className={styles.fields}>
              <Suspense>
                <ServerList {...servers} />
              </Suspense>
            </div>
          )}
        </div>
        <footer className={styles.foot}>
          <span>{`${product} ${data?.version ?? ''}`}</span>
          <Link className={styles.footLink} href={documentationUrl(data !== undefined && isOperator(data))}>
            Documentation
          </Link>
          {branding.support && (
            <Link className={styles.footLink} href={branding.support}>
              Support
            </Link>
          )}
          <Link className={styles.footLink} href={licenseUrl}>
            License
          </Link>
        </footer>
      </main>
    </div>
  )
}
