import * as v from 'valibot'
import { core } from '../core/protocol/calls.ts'
import { Failure } from '../core/protocol/failure.ts'
import { initialState } from '../core/web/initial-state.ts'

/** The storage servers of this console; `undefined` if it has one. */
export const servers = initialState.servers

/** A title with the name of the server, if the console has several: `Transfers · prod`. */
export const withServer = (title: string) => (servers ? `${title} · ${servers.current}` : title)

/** Whether a server answers, and this browser's account and the version that it may see, if it is signed in there. */
export type ServerState = { state: 'up' | 'down'; account?: string | undefined; version?: string | undefined }

/** A call without parameters and body. */
type SimpleCall<Reply extends v.GenericSchema> = { method: string; path: string; reply: Reply }

/** Makes a call of the console at `path`, with its own session. Throws `Failure`; 401 if there is none. */
export const callAt = async <Reply extends v.GenericSchema>(
  path: string,
  endpoint: SimpleCall<Reply>,
): Promise<v.InferOutput<Reply>> => {
  const response = await fetch(path + endpoint.path, { method: endpoint.method })
  const body = (await response.json().catch(() => ({}))) as { message?: string }
  if (!response.ok) throw new Failure(response.status, body.message ?? 'The server does not answer')
  return v.parse(endpoint.reply, body)
}

/** Asks the console at `path`, with its own session. */
export const readServer = async (path: string): Promise<ServerState> => {
  try {
    return await callAt(path, core.server)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { ok } = await fetch(`${path}/readyz`, { cache: 'no-store' })
    return { state: ok ? 'up' : 'down' }
  }
}

/** A ticket with which calls act at the server of `path`, valid for 5 minutes. Throws `Failure`. */
export const readTicket = async (path: string) => (await callAt(path, core.serverTicket)).ticket
