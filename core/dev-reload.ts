import { base } from './base.ts'

/** Reloads this tab after each development build: the server says when, and it comes back when it was restarted. */
export const reloadOnBuild = () => {
  const source = new EventSource(`${base}/dev/reload`)
  let opened = false
  source.onmessage = () => window.location.reload()
  source.onopen = () => {
    if (opened) window.location.reload()
    opened = true
  }
}
