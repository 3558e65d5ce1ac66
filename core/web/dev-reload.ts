import { base } from './base.ts'

/** Reconnect delay in ms while the server restarts; the server sends browsers the same value. */
const RECONNECT_DELAY = 500

/** Reloads this tab after each development build, as signaled by the server; reconnects after a server restart. */
export const reloadOnBuild = (reload = () => window.location.reload()) => {
  let opened = false
  const listen = () => {
    const source = new EventSource(`${base}/dev/reload`)
    source.onmessage = reload
    source.onopen = () => {
      if (opened) reload()
      opened = true
    }
    // a stopping server refuses the connection, and browsers do not retry after a refusal
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, RECONNECT_DELAY)
    }
  }
  listen()
}
