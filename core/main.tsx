import '../themes/all.ts'
import { createRoot } from 'react-dom/client'
import { loadSession } from './session.ts'
import { Root } from './shell/root.tsx'

// everything behind the login page is fetched once somebody signs in
const signedIn = async () => (await import('./signed-in.ts')).signedIn()

if (__DEV__) void import('./dev-reload.ts').then(({ reloadOnBuild }) => reloadOnBuild())

createRoot(document.getElementById('root') ?? document.body).render(<Root signedIn={signedIn} />)

// without a session the login page says what is wrong
await loadSession().catch(() => {})
