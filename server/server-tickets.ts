import * as v from 'valibot'
import { Failure } from '../core/protocol/failure.ts'
import type { OtherServer } from '../core/protocol/serve.ts'
import type { Origin, PortOf } from '../engines/engine.ts'
import type { Feed } from '../engines/feed.ts'
import type { AuditEvent } from '../engines/lib/audit-event.ts'
import { type Session, StoredSession } from './cookie.ts'
import { otherSessionEnded, signInThere, ticketInvalid } from './messages.ts'
import { createSeal } from './seal.ts'

/** Lifetime of a ticket, in ms: a copy asks for a new one in time. */
const TICKET = 5 * 60_000

const Ticket = v.object({ server: v.string(), session: StoredSession, until: v.number() })

/** The console of one server. */
export type TicketConsole = {
  portOf(plugin: string): PortOf<unknown> | undefined
  /** Whether a session has not ended, as far as this process knows. */
  isOpen(session: Session): boolean
  auditEvents: Feed<AuditEvent> | undefined
}

/**
 * Tickets with which the console of one server acts at another one, for copies between them. A ticket contains the
 * session at its server, encrypted, and its owner's browser passes it on.
 */
export type ServerTickets = {
  register(server: string, console: TicketConsole): void
  issue(server: string, session: Session): string
  /** Makes the tickets of a session useless. */
  end(session: Session): void
  /**
   * The port of a plugin at the ticket's server, acting as the owner of the ticket. Throws `Failure` 409 if the session
   * there has ended. It is not 401, which would end the session at the server of the request.
   */
  open(ticket: string, plugin: string, origin: Origin): OtherServer<unknown>
}

const ended = (server: string) =>
  new Failure(409, otherSessionEnded(server), { detail: signInThere, code: 'SessionEnded' })

/** `key` has 32 bytes; replicas share it. */
export const createServerTickets = (key: Buffer): ServerTickets => {
  const seal = createSeal(key)
  const consoles = new Map<string, TicketConsole>()
  /** When the tickets of ended sessions expire, by session. */
  const over = new Map<string, number>()
  return {
    register: (server, console) => void consoles.set(server, console),
    issue: (server, session) =>
      seal.close(JSON.stringify({ server, session, until: Date.now() + TICKET }), 'server ticket'),
    end: ({ id }) => {
      for (const [other, until] of over) if (until < Date.now()) over.delete(other)
      over.set(id, Date.now() + TICKET)
    },
    open: (sealed, plugin, origin) => {
      const text = seal.open(sealed, 'server ticket')
      if (text === undefined) throw new Failure(422, ticketInvalid, { field: 'server_token' })
      const { server, session, until } = v.parse(Ticket, JSON.parse(text))
      const console = consoles.get(server)
      if (!console || until < Date.now() || over.has(session.id) || !console.isOpen(session)) throw ended(server)
      const port = console.portOf(plugin)?.(session, origin)
      if (port === undefined) throw new Failure(501, `${server} has no such plugin`)
      const record: OtherServer<unknown>['record'] = ({ name, bucket, object, bytes, details }) => {
        if (!console.auditEvents?.hasSubscribers()) return
        console.auditEvents.publish({
          id: origin.request ?? '',
          time: Date.now(),
          took: 0,
          account: session.account,
          address: origin.address,
          agent: origin.userAgent ?? '',
          name: `${plugin}.${name}`,
          path: `/api/v1/buckets/${bucket}/objects`,
          params: { bucket },
          target: object,
          status: 200,
          error: '',
          bytes,
          after: JSON.stringify(details, null, 2),
        })
      }
      return { server, port, record }
    },
  }
}
