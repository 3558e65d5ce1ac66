import { useRef } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { banners, showToast } from './toasts.ts'
import { core } from '../protocol/calls.ts'
import { call, onUnauthorized } from './client.ts'
import { connection, waitUntilBack } from './connection.ts'
import { Failure, isTemporaryFailure } from '../protocol/failure.ts'
import { currentLocation, confirmLeave, navigate } from './location.ts'
import { getPreference, setPreference } from './preferences.ts'
import type { Session } from './plugin.ts'
import { sessionOutsideShell } from '../messages.ts'

/** Why a session ended: the server rejected it, or the server was unreachable when the console was opened. */
type EndReason = 'refused' | 'unreachable'

/** The session: `value` is set while `state` is `in`; `endReason` says why it ended without a sign-out. */
export const session = proxy<{
  state: 'loading' | 'out' | 'in'
  value?: ReturnType<typeof ref<Session>>
  endReason?: EndReason
}>({
  state: 'loading',
})

/**
 * The signed-in session, for the shell and its pages, which are only rendered with one. While they unmount after
 * sign-out it is the last one.
 */
export const useSession = (): Session => {
  const { value } = useSnapshot(session)
  const last = useRef(value)
  if (value) last.current = value
  if (!last.current) throw new Error(sessionOutsideShell)
  return last.current
}

/** Whether the session may open a page, named as in its plugin's contract. */
export const canOpenPage = (page: string) => session.value?.pages.includes(page) ?? false

const clearSession = (reason?: EndReason) => {
  session.state = 'out'
  delete session.value
  if (reason) session.endReason = reason
  else delete session.endReason
}

/** Screens outside the shell, which are never a return address. */
export const loginPaths = ['/login', '/oauth_callback']

/**
 * Ends the session locally and opens the login page. The return address is stored with the account name, so another
 * account starts afresh.
 */
export const endSession = (reason?: EndReason) => {
  const { path, search, hash } = currentLocation()
  const account = session.value?.account
  clearSession(reason)
  if (loginPaths.includes(path)) return
  setPreference('wayBack', path + search + hash, 'tab')
  setPreference('wayBackOf', account, 'tab')
  void navigate('/login', { replace: true, force: true })
}

const clearReturnAddress = () => {
  setPreference('wayBack', undefined, 'tab')
  setPreference('wayBackOf', undefined, 'tab')
}

const takeReturnAddress = (account: string) => {
  const to = getPreference('wayBack', 'tab')
  const owner = getPreference('wayBackOf', 'tab') ?? account
  clearReturnAddress()
  return to?.startsWith('/') && owner === account ? to : '/'
}

// feeds of a session that is being signed out close with 401 before the call returns
let signingOut = false

onUnauthorized(() => {
  if (session.state === 'in' && !signingOut) endSession('refused')
})

const failLoad = (failure: unknown): never => {
  endSession(failure instanceof Failure && isTemporaryFailure(failure) ? 'unreachable' : session.endReason && 'refused')
  throw failure
}

/** Starts with a known session. */
export const startSession = (value: Session) => {
  session.value = ref(value)
  session.state = 'in'
  delete session.endReason
  if (banners.restart !== 'running') banners.restart = value.restart ?? 'none'
}

/**
 * Loads the session from the server. While the storage is away it waits and retries. Throws the `Failure` of the
 * call; the login page is then about to open.
 */
export const loadSession = async () => {
  const { signal } = new AbortController()
  for (let tries = 0; ; tries += 1) {
    const failure = await call(core.session).then(startSession, (error: unknown) => error)
    if (failure === undefined) return
    if (!(failure instanceof Failure) || !isTemporaryFailure(failure) || connection.state === 'up')
      return failLoad(failure)
    await waitUntilBack(tries, signal)
  }
}

/** Loads the session again, because features of a storage may only be known once it has a bucket. */
export const refreshSession = async () => {
  const value = await call(core.session)
  if (session.state === 'in' && session.value?.account === value.account) session.value = ref(value)
}

/** After a sign-in: loads the session and opens the return address or the first page. Throws `Failure`. */
export const openSession = async () => {
  const value = await call(core.session).catch(failLoad)
  // closes toasts of the previous session
  showToast('')
  await navigate(takeReturnAddress(value.account), { replace: true, force: true })
  startSession(value)
}

/** Signs out at the server, forgets the name and opens the login page, even if the call fails. */
export const signOut = async () => {
  if (!(await confirmLeave())) return
  signingOut = true
  await call(core.logout).catch(() => {})
  signingOut = false
  clearSession()
  clearReturnAddress()
  setPreference('userLoggedIn', undefined)
  await navigate('/login', { replace: true, force: true })
}

/** Stores the name typed at sign-in, as base64 of its UTF-8 (`userLoggedIn`). */
export const rememberName = (name: string) =>
  setPreference('userLoggedIn', btoa(String.fromCharCode(...new TextEncoder().encode(name))))

/** The name that was typed last, until sign-out. */
export const rememberedName = () => {
  try {
    return new TextDecoder().decode(
      Uint8Array.from(atob(getPreference('userLoggedIn') ?? ''), (char) => char.charCodeAt(0)),
    )
  } catch {
    return ''
  }
}
