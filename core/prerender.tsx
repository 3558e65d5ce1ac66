import '../themes/all.ts'
import { renderToString } from 'react-dom/server.edge'
import type { core } from './protocol/calls.ts'
import type { Output } from './protocol/contract.ts'
import { session } from './web/session.ts'
import { LoadingFrame } from './shell/loading-frame.tsx'
import { isOperator, titles } from './shell/login.tsx'
import { pageTitle } from '../ui/product.ts'
import { Root } from './shell/root.tsx'
import { initialState } from './web/initial-state.ts'

type Strategy = Output<typeof core.strategy>

/** Values that only the server has are written as `{{name}}`. */
const strategyOf = (parts: Partial<Strategy>): Strategy => ({
  loginStrategy: 'form',
  redirect: '{{redirect}}',
  form: false,
  server: '',
  version: '{{version}}',
  ...parts,
})

/** Variants of the login page by the name under which `server/page.ts` selects them. */
const variants: Record<string, Partial<Strategy>> = {
  form: { loginStrategy: 'form' },
  'form for any keys': { loginStrategy: 'form', session_token: 'optional' },
  'form with LDAP': { loginStrategy: 'form', ldap: true },
  redirect: { loginStrategy: 'redirect' },
  'redirect and form': { loginStrategy: 'redirect', form: true },
  'redirect and form with LDAP': { loginStrategy: 'redirect', form: true, ldap: true },
  'service-account': { loginStrategy: 'service-account' },
  'redirect-service-account': { loginStrategy: 'redirect-service-account' },
}

const renderLogin = (title: string, operator = false) => {
  session.state = 'out'
  return { title: pageTitle(title, operator), html: renderToString(<Root signedIn={() => new Promise(() => {})} />) }
}

const renderSignIn = (parts: Partial<Strategy>) => {
  initialState.strategy = strategyOf(parts)
  const { loginStrategy } = initialState.strategy
  return renderLogin(titles[loginStrategy], isOperator(initialState.strategy))
}

const renderUnreachable = () => {
  delete initialState.strategy
  initialState.failure = { status: 503, message: '{{message}}' }
  return renderLogin('Login')
}

/** Screens that the server sends before any script, rendered by the browser's own components. */
export const screens = {
  login: {
    ...Object.fromEntries(
      Object.entries(variants).flatMap(([name, parts]) => [
        [name, renderSignIn(parts)],
        [`${name} at a server`, renderSignIn({ ...parts, server: '{{server}}' })],
      ]),
    ),
    unreachable: renderUnreachable(),
  },
  frame: { title: pageTitle('{{title}}'), html: renderToString(<LoadingFrame title="{{title}}" />) },
}
