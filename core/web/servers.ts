import * as v from 'valibot'
import { core } from '../protocol/calls.ts'
import { initialState } from './initial-state.ts'

/** The storage servers of this console; `undefined` if it has one. */
export const servers = initialState.servers

/** A title with the name of the server, if the console has several: `Transfers · prod`. */
export const withServer = (title: string) => (servers ? `${title} · ${servers.current}` : title)

/** Whether a server answers, and this browser's account and the version that it may see, if it is signed in there. */
export type ServerState = { state: 'up' | 'down'; account?: string | undefined; version?: string | undefined }

/** Asks the console at `path`, with its own session. */
export const readServer = async (path: string): Promise<ServerState> => {
  const response = await fetch(path + core.server.path)
  if (response.ok) return v.parse(core.server.reply, await response.json())
  const { ok } = await fetch(`${path}/readyz`, { cache: 'no-store' })
  return { state: ok ? 'up' : 'down' }
}
