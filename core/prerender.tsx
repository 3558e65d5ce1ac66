import '../themes/all.ts'
import { renderToString } from 'react-dom/server.edge'
import { plugins } from '../plugins/index.ts'
import type { core } from './calls.ts'
import type { Output } from './contract.ts'
import { session } from './session.ts'
import { Arriving } from './shell/arriving.tsx'
import { isOperator, titles } from './shell/login.tsx'
import { pageTitle } from './shell/product.ts'
import { Root } from './shell/root.tsx'
import { told } from './told.ts'

type Strategy = Output<typeof core.strategy>

/** What only the server knows stands as `{{name}}` in what the build draws. */
const strategy = (parts: Partial<Strategy>): Strategy => ({
  loginStrategy: 'form',
  redirect: '{{redirect}}',
  form: false,
  server: '',
  version: '{{version}}',
  ...parts,
})

/** The login page's states by the server's name for each; `server/page.ts` chooses. */
const states: Record<string, Partial<Strategy>> = {
  form: { loginStrategy: 'form' },
  redirect: { loginStrategy: 'redirect' },
  'redirect and form': { loginStrategy: 'redirect', form: true },
  'service-account': { loginStrategy: 'service-account' },
  'redirect-service-account': { loginStrategy: 'redirect-service-account' },
}

const login = (title: string, operator = false) => {
  session.state = 'out'
  return { title: pageTitle(title, operator), html: renderToString(<Root signedIn={() => new Promise(() => {})} />) }
}

const signIn = (parts: Partial<Strategy>) => {
  told.strategy = strategy(parts)
  const { loginStrategy } = told.strategy
  return login(titles[loginStrategy], isOperator(told.strategy))
}

const unreachable = () => {
  delete told.strategy
  told.failure = { status: 503, message: '{{message}}' }
  return login('Login')
}

/** The screens that the server sends before any script, drawn by the browser's own code. */
export const screens = {
  login: {
    ...Object.fromEntries(
      Object.entries(states).flatMap(([name, parts]) => [
        [name, signIn(parts)],
        [`${name} at a server`, signIn({ ...parts, server: '{{server}}' })],
      ]),
    ),
    unreachable: unreachable(),
  },
  frame: { title: pageTitle('{{title}}'), html: renderToString(<Arriving title="{{title}}" />) },
}

/** What the server has to know of the plugins' routes. */
export const routes = plugins.flatMap(({ id, routes, sidebar }) =>
  routes.map(({ path, page, layout = 'shell', first, title }) => ({
    plugin: id,
    path,
    page,
    layout,
    title: title ?? sidebar.find((entry) => entry.page === page)?.label ?? '',
    ...(first && { first }),
  })),
)
