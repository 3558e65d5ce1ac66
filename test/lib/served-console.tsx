import { act } from 'react'
import { createConsole } from '../../core/shell/app.tsx'
import { Root } from '../../core/shell/root.tsx'
import { navigate } from '../../core/web/location.ts'
import type { Session } from '../../core/web/plugin.ts'
import { startSession } from '../../core/web/session.ts'
import { banners } from '../../core/web/toasts.ts'
import { type FakeResponse, type ReceivedRequest, startFakeServer } from '../core/fake-server.ts'
import { type Host, type HostOptions, type Send, startHost } from '../server/host.ts'
import { closeAtEnd } from './close-at-end.ts'
import { plugins } from './plugins-of-browser.ts'
import { cleanup, render } from './react.tsx'

/**
 * Sends the requests of the page under test to a real server, with the session of `send`, except those that `reply`
 * answers.
 */
export const serve = (send: Send, reply: (sent: ReceivedRequest) => FakeResponse = () => undefined) =>
  startFakeServer(async (sent) => {
    const { method, url, body, type } = sent
    const replied = reply(sent)
    if (replied) return replied
    const { statusCode, payload } = await send(method, url, body || undefined, type ? { 'content-type': type } : {})
    return { status: statusCode, body: payload }
  })

/** Opens an address of the whole console, signed in as root on a real server with the embedded engine. */
export const openServedConsole = async (path: string, options?: HostOptions): Promise<{ host: Host; root: Send }> => {
  const host = await startHost(options)
  // requests in flight are aborted before the server stops
  closeAtEnd(cleanup)
  const root = await host.as(host.root)
  await serve(root)
  banners.messages = []
  startSession((await root('GET', '/api/v1/session')).json<Session>())
  await act(async () => navigate(path, { force: true }))
  await render(<Root signedIn={async () => createConsole(plugins)} />)
  return { host, root }
}
