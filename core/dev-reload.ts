import { base } from './base.ts'

/** So long until a server that is just being restarted is asked again, in ms; it tells browsers the same. */
const AGAIN = 500

/** Reloads this tab after each development build: the server says when, and it comes back when it was restarted. */
export const reloadOnBuild = (reload = () => window.location.reload()) => {
  let opened = false
  const listen = () => {
    const source = new EventSource(`${base}/dev/reload`)
    source.onmessage = reload
    source.onopen = () => {
      if (opened) reload()
      opened = true
    }
    // a server that is stopping refuses, and a browser asks nobody again who has refused
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN)
    }
  }
  listen()
}
