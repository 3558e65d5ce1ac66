import '../themes/all.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { core } from './calls.ts'
import { call } from './client.ts'
import { currentPlace } from './location.ts'
import { begin, enter, leave, loadSession } from './session.ts'
import { load } from './shell/lazy.ts'
import { Root } from './shell/root.tsx'
import { loadStyles } from './styles.ts'
import { told } from './told.ts'

// everything behind the login page comes with a session
const signedIn = async () => {
  const [{ signedIn }] = await Promise.all([import('./signed-in.ts'), loadStyles()])
  return signedIn
}

if (__DEV__) void import('./dev-reload.ts').then(({ reloadOnBuild }) => reloadOnBuild())

const place = document.getElementById('root') ?? document.body
const root = <Root signedIn={signedIn} />

/** The frame that the server sent stays on screen until the page at this address can take its place at once. */
const arrive = async () => {
  await load(signedIn)
  const { pageAt } = await import('./signed-in.ts')
  await pageAt(currentPlace().path)
}

if (told.strategy || told.failure) {
  // the server has drawn the login page, at whatever address
  leave()
  hydrateRoot(place, root)
  if (!told.certain) void call(core.session).then(enter, () => {})
} else if (told.session) {
  begin(told.session)
  // what cannot be loaded says so in its own place
  await arrive().catch(() => {})
  createRoot(place).render(root)
} else {
  createRoot(place).render(root)
  // without a session the login page says what is wrong
  await loadSession().catch(() => {})
}
