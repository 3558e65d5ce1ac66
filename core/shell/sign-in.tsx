import { useEffect, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { core } from '../protocol/calls.ts'
import type { Output } from '../protocol/contract.ts'
import { call } from '../web/client.ts'
import { type Failure, toFailure } from '../protocol/failure.ts'
import { openSession, rememberedName, rememberName } from '../web/session.ts'
import { ErrorBanner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, SecretInput, TextInput } from '../../ui/field.tsx'
import * as styles from './login.css.ts'
import { ldapHelp, serviceAccountTokenHelp, serverKeysHelp, s3KeysHelp } from '../messages.ts'

type FormProps = {
  /** Why the form cannot be submitted yet. */
  missing: string | false
  tone?: 'primary' | 'secondary'
  send: () => Promise<unknown>
  /** Loads the signed-in app. */
  onSubmit: () => void | Promise<void>
  /** Says which credentials to use; an error replaces it. */
  hint: string
  children: ReactNode
}

/** Value typed into the server-rendered form before this code was loaded; read once, after hydration. */
const typedBeforeHydration = (name: string) =>
  document.querySelector<HTMLInputElement>(`#root input[name=${name}]`)?.value ?? ''

/** Signs in with the values of its fields, and shows errors. */
const SignInForm = ({ missing, tone = 'primary', send, onSubmit, hint, children }: FormProps) => {
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<Failure>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (missing || running) return
    setRunning(true)
    setFailure(undefined)
    const appLoaded = onSubmit()
    try {
      await send()
      // the form stays until there is something to replace it
      await appLoaded
      await openSession()
    } catch (error) {
      setFailure(toFailure(error))
    }
    setRunning(false)
  }

  const form = useRef<HTMLFormElement>(null)
  const [ready, setReady] = useState(false)
  const submittedEarly = useRef(false)
  useEffect(() => {
    if (ready && submittedEarly.current) form.current?.requestSubmit()
    submittedEarly.current = form.current?.dataset.early === 'sent'
    setReady(true)
  }, [ready])

  // boot.js blocks submission while `data-early` is set; without any script, typed values must not get into a URL
  return (
    <form ref={form} className={styles.fields} method="post" data-early={ready ? undefined : ''} onSubmit={submit}>
      {children}
      <div className={styles.submit}>
        <Button submit size="lg" tone={tone} disabled={missing} {...(running && { busy: 'Logging in' })}>
          Login
        </Button>
      </div>
      <div className={styles.outcome}>
        <ErrorBanner error={failure} onClose={() => setFailure(undefined)} />
        {!failure && <p className={styles.hint}>{hint}</p>}
      </div>
    </form>
  )
}

type CredentialsFormProps = Pick<FormProps, 'onSubmit'> & {
  tone?: 'primary' | 'secondary'
  /** `session_token` if the keys of any S3 client are accepted, instead of those of a user of the server. */
  strategy: Pick<Output<typeof core.strategy>, 'session_token' | 'ldap'>
}

/** Signs in with an access key and a secret key, labeled username and password where they belong to a user. */
export const CredentialsForm = ({ tone, strategy: { session_token, ldap }, onSubmit }: CredentialsFormProps) => {
  const [accessKey, setAccessKey] = useState('')
  const [secretKey, setSecretKey] = useState('')
  const [sessionToken, setSessionToken] = useState('')
  const [user, password] = session_token ? ['Access Key', 'Secret Key'] : ['Username', 'Password']
  useLayoutEffect(() => {
    setSecretKey(typedBeforeHydration('secretKey'))
    setSessionToken(typedBeforeHydration('sessionToken'))
    const name = typedBeforeHydration('accessKey')
    setAccessKey(name || rememberedName())
    if (!name && rememberedName()) document.querySelector<HTMLInputElement>('input[name=secretKey]')?.focus()
  }, [])

  const send = async () => {
    await call(core.login, { body: { accessKey, secretKey, ...(sessionToken && { sessionToken }) } })
    rememberName(accessKey)
  }
  const missing = (!accessKey || !secretKey) && `Enter your ${user.toLowerCase()} and ${password.toLowerCase()}`

  return (
    <SignInForm
      missing={missing}
      send={send}
      onSubmit={onSubmit}
      hint={session_token ? s3KeysHelp : ldap ? ldapHelp : serverKeysHelp}
      {...(tone && { tone })}
    >
      <Field label={user}>
        <TextInput
          size="lg"
          name="accessKey"
          placeholder={`Enter ${user}`}
          autoComplete="username"
          autoFocus
          value={accessKey}
          onChange={setAccessKey}
        />
      </Field>
      <Field label={password}>
        <SecretInput
          size="lg"
          name="secretKey"
          placeholder={`Enter ${password}`}
          autoComplete="current-password"
          value={secretKey}
          onChange={setSecretKey}
        />
      </Field>
      {session_token && (
        <Field label="Session Token" optional>
          <SecretInput
            size="lg"
            name="sessionToken"
            placeholder="Enter Session Token"
            autoComplete="off"
            value={sessionToken}
            onChange={setSessionToken}
          />
        </Field>
      )}
    </SignInForm>
  )
}

/** Signs in to the operator with the token of a Kubernetes service account. */
export const TokenForm = ({ tone, onSubmit }: { tone?: 'primary' | 'secondary' } & Pick<FormProps, 'onSubmit'>) => {
  const [jwt, setJwt] = useState('')
  useLayoutEffect(() => setJwt(typedBeforeHydration('jwt')), [])
  const send = () => call(core.loginOperator, { body: { jwt } })
  return (
    <SignInForm
      missing={!jwt && 'Enter the JWT'}
      send={send}
      onSubmit={onSubmit}
      hint={serviceAccountTokenHelp}
      {...(tone && { tone })}
    >
      <Field label="JWT">
        <SecretInput
          size="lg"
          name="jwt"
          placeholder="Enter JWT"
          autoComplete="off"
          autoFocus
          value={jwt}
          onChange={setJwt}
        />
      </Field>
    </SignInForm>
  )
}
