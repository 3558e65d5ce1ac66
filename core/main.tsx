import '../themes/all.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { core } from './protocol/calls.ts'
import { call, receiveEarly } from './web/client.ts'
import { currentLocation } from './web/location.ts'
import { startSession, openSession, endSession, loadSession } from './web/session.ts'
import { load } from './shell/lazy.ts'
import { Root } from './shell/root.tsx'
import { loadStyles } from './web/styles.ts'
import { initialState } from './web/initial-state.ts'

// everything behind the login page is loaded once there is a session
const signedIn = async () => {
  const [{ signedIn }] = await Promise.all([import('stowage/session'), loadStyles()])
  return signedIn
}

if (__DEV__) void import('./web/dev-reload.ts').then(({ reloadOnBuild }) => reloadOnBuild())

const container = document.getElementById('root') ?? document.body
const root = <Root signedIn={signedIn} />

/** The prerendered frame stays on screen until the page at this address can replace it in one step. */
const openApp = async () => {
  const preloaded = document.querySelector('link[rel=preload][as=fetch]')?.getAttribute('href')
  if (preloaded) void receiveEarly(preloaded)
  await load(signedIn)
  const { pageAt } = await import('stowage/session')
  await pageAt(currentLocation().path)
}

if (initialState.strategy || initialState.failure) {
  // the server rendered the login page at this address
  endSession()
  // the prerendered screens have the product's own name and logo, and one server
  if (initialState.branding || initialState.servers) createRoot(container).render(root)
  else hydrateRoot(container, root)
  if (!initialState.certain) void call(core.session).then(openSession, () => {})
} else if (initialState.session) {
  startSession(initialState.session)
  // a failed load is reported in the place of what failed
  await openApp().catch(() => {})
  createRoot(container).render(root)
} else {
  createRoot(container).render(root)
  // without a session the login page reports the error
  await loadSession().catch(() => {})
}
