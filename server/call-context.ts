import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClaimedSection } from '../core/protocol/config-section.ts'
import { Failure } from '../core/protocol/failure.ts'
import type { InstalledPlugin } from '../core/protocol/installed-plugin.ts'
import type { OtherServer } from '../core/protocol/serve.ts'
import { sessionIdFor } from './compat/callers.ts'
import { originOf } from './guard.ts'
import type { InstanceOptions } from './instance.ts'
import { feedCannotSignIn } from './messages.ts'
import type { SessionOptions } from './session.ts'
import { sessionOf } from './sessions.ts'
import { countersOf, ThrottledError } from './throttle.ts'

export type CallOptions = SessionOptions &
  Pick<InstanceOptions, 'timeouts' | 'subpath'> & {
    sections: readonly ClaimedSection[]
    installed: readonly InstalledPlugin[]
  }

/** Creates the handler contexts of calls and feeds, without the port. */
export const createContexts = (options: CallOptions) => {
  const { engine, cookie, sessions, throttle, restart, subpath, legacyApi, sections, installed } = options
  /** Replaces the session's cookie; the old session, and other sessions of the account, end. */
  const signIn =
    (request: FastifyRequest, reply: FastifyReply) => async (keyPair: { accessKey: string; secretKey: string }) => {
      const token = cookie.write(reply, await engine.login(keyPair, originOf(request)))
      if (request.credentials) sessions.end(request.credentials, 'elsewhere')
      return { sessionId: sessionIdFor(request, token, legacyApi) }
    }
  const throttleAttempts =
    (request: FastifyRequest, reply: FastifyReply) =>
    async <T>(attempt: () => Promise<T>) => {
      const isWrongPassword = (error: unknown) => error instanceof Failure && [401, 403].includes(error.status)
      try {
        return await throttle(countersOf(request.ip, sessionOf(request).account, 'proof'), attempt, isWrongPassword)
      } catch (error) {
        if (error instanceof ThrottledError) reply.header('retry-after', error.seconds)
        throw error
      }
    }
  const needRestart = (reply?: FastifyReply) => () => {
    restart.needed = true
    reply?.header('x-restart', 'needed')
  }
  const rejectCall = () => Promise.reject(new Error(feedCannotSignIn))
  const shared = ({ credentials, headers, protocol, host }: FastifyRequest, signal: AbortSignal) => ({
    plugins: installed,
    account: credentials?.account ?? '',
    home: `${protocol}://${host}${subpath}`,
    headers,
    signal,
    sections,
  })
  const otherServer =
    <Port>(plugin: string, request: FastifyRequest) =>
    (ticket: string) => {
      if (!options.tickets) throw new Failure(501, 'this console has one server')
      return options.tickets.all.open(ticket, plugin, originOf(request)) as OtherServer<Port>
    }
  return {
    otherServer,
    call: (request: FastifyRequest, reply: FastifyReply, signal: AbortSignal) => ({
      ...shared(request, signal),
      signIn: signIn(request, reply),
      throttleAttempts: throttleAttempts(request, reply),
      needRestart: needRestart(reply),
    }),
    feed: (request: FastifyRequest, signal: AbortSignal) => ({
      ...shared(request, signal),
      signIn: rejectCall,
      throttleAttempts: rejectCall,
      needRestart: needRestart(),
    }),
  }
}
